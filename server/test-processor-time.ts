import process from 'node:process'

/** Begins to count; gives the milliseconds of processor time that this process spent since: neighbours' load is not in it. */
export function processorTime(): () => number {
  const start = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  }
}
