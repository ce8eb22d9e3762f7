import { fork } from 'node:child_process'
import { join } from 'node:path'

export interface LoadJob {
  readonly port: number
  /** Whole requests as text, sent in turn and again from the start. */
  readonly requests: readonly string[]
  readonly connections: number
  readonly milliseconds: number
}

export interface LoadResult {
  readonly answered: number
  readonly seconds: number
  readonly perSecond: number
  /** Of reads, in milliseconds. */
  readonly p50: number
  readonly p99: number
  /** Of all bodies. */
  readonly bytes: number
}

export interface LoadGenerator {
  readonly run: (job: LoadJob) => Promise<LoadResult>
  readonly stop: () => void
}

export function startLoadGenerator(): LoadGenerator {
  const child = fork(join(import.meta.dirname, 'load.ts'), { stdio: 'inherit' })
  return {
    run: (job) =>
      new Promise((resolve, reject) => {
        child.once('message', (message: { readonly result?: LoadResult; readonly error?: string }) => {
          if (message.result !== undefined) resolve(message.result)
          else reject(new Error(message.error))
        })
        child.send(job)
      }),
    stop: () => void child.kill(),
  }
}
