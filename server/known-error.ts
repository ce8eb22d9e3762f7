import { isDatabaseDown, isTransactionConflict } from './db/errors.ts'
import { AppError } from './errors.ts'

/**
 * What may be told of an error: AppErrors as they are, an absent database and a lost race of transactions as such, and
 * nothing of anything else [D1].
 */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isDatabaseDown(error)) {
    return new AppError(
      { code: 'DEPENDENCY_DOWN', detail: 'the database cannot be reached, or took too long' },
      { 'retry-after': '2' },
    )
  }
  if (isTransactionConflict(error)) {
    return new AppError(
      { code: 'DEPENDENCY_DOWN', detail: 'too many changes of the same records came at once: try again' },
      { 'retry-after': '1' },
    )
  }
  return new AppError({ code: 'INTERNAL', detail: 'the request failed; the log tells more under its request id' })
}
