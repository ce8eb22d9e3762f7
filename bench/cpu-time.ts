import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Milliseconds of processor time by process number; what a busy machine does to clocks it hardly does to these. */
export type CpuTimes = ReadonlyMap<number, number>

/** Whether the machine tells (Linux does). */
export const CPU_TIMES_KNOWN = existsSync('/proc/self/schedstat')

export function cpuTimes(pids: readonly number[]): CpuTimes {
  return new Map(CPU_TIMES_KNOWN ? pids.map((pid) => [pid, ofProcess(pid)]) : [])
}

/** A process and those it started. */
export function withChildren(pid: number): readonly number[] {
  if (!CPU_TIMES_KNOWN) return [pid]
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return [pid, ...children.map(Number)]
}

export function cpuSpent(before: CpuTimes, after: CpuTimes): number {
  let sum = 0
  for (const [pid, time] of after) sum += time - (before.get(pid) ?? 0)
  return sum
}

function ofProcess(pid: number): number {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`)
    return tasks.reduce((sum, task) => sum + nanoseconds(`/proc/${pid}/task/${task}/schedstat`), 0) / 1e6
  } catch {
    // it ended meanwhile
    return 0
  }
}

function nanoseconds(file: string): number {
  return Number(readFileSync(file, 'utf8').split(' ')[0])
}
