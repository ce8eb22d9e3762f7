import type { Advance } from './insert.ts'

/** Told how much is done of how much, and what it was; `done` never falls and ends at `total`. */
export type Progress = (done: number, total: number, what: string) => void

/** Gives each attempt at a transaction a counter of its own; an attempt that starts over is silent up to where the last one came. */
export function progressMeter(total: number, progress: Progress): () => Advance {
  let shown = 0
  return () => {
    let done = 0
    return (count, what) => {
      done += count
      if (done <= shown) return
      shown = done
      progress(done, total, what)
    }
  }
}
