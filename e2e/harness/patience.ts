import { availableParallelism, loadavg } from 'node:os'

/**
 * How many milliseconds something may take that takes `ms` on a machine with nothing else to do: as many times longer as
 * there are processes to each processor.
 */
export function underLoad(ms: number): number {
  return ms * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())
}
