/** Something to do, which takes one processor most of the time. */
export interface Job<T> {
  readonly name: string
  readonly run: () => Promise<T>
}

/** Does all jobs, so many at a time, in their order; gives the results in the same order. */
export async function sideBySide<T>(jobs: readonly Job<T>[], atOnce: number): Promise<readonly T[]> {
  const results = new Array<T>(jobs.length)
  let next = 0
  const work = async (): Promise<void> => {
    for (let at = next++; at < jobs.length; at = next++) results[at] = await (jobs[at] as Job<T>).run()
  }
  await Promise.all(Array.from({ length: Math.max(1, Math.min(atOnce, jobs.length)) }, work))
  return results
}
