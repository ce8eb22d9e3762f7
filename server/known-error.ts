import { isDatabaseDown } from './db/errors.ts'
import { AppError } from './errors.ts'

/** What may be told of an error: AppErrors as they are, an absent database as such, and nothing of anything else [D1]. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isDatabaseDown(error)) {
    return new AppError(
      { code: 'DEPENDENCY_DOWN', detail: 'the database cannot be reached, or took too long' },
      { 'retry-after': '2' },
    )
  }
  return new AppError({ code: 'INTERNAL', detail: 'the request failed; the log tells more under its request id' })
}
