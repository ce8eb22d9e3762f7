import { isTransactionConflict } from './errors.ts'

const ATTEMPTS = 5
const FIRST_PAUSE_MS = 10

/** Runs a transaction again, after a growing and scattered pause, while Postgres reports a deadlock or a serialization failure. */
export async function retryConflicts<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt === ATTEMPTS || !isTransactionConflict(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random())))
    }
  }
}
