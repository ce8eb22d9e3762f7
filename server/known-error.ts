import type { Catalog } from './catalog/catalog.ts'
import {
  isDatabaseDown,
  isHeldByOthers,
  isTooSlow,
  isTransactionConflict,
  isUncomputable,
  isUnknownName,
} from './db/errors.ts'
import { AppError } from './errors.ts'

/**
 * What may be told of an error: AppErrors as they are; an absent database, a lost race of transactions and a value that
 * cannot be computed as such; nothing of anything else [D1].
 *
 * @param catalog of the tables that the statement may have been about: other programs change their own without asking.
 */
export function asAppError(error: unknown, catalog?: Catalog): AppError {
  if (error instanceof AppError) return error
  if (isDatabaseDown(error) || isTooSlow(error)) {
    return new AppError(
      { code: 'DEPENDENCY_DOWN', detail: 'the database cannot be reached, or took too long' },
      { 'retry-after': '2' },
    )
  }
  if (isTransactionConflict(error)) {
    const detail = isHeldByOthers(error)
      ? 'a table that is to be changed has been in use for too long, by a backup perhaps: try again'
      : 'too many changes of the same records came at once: try again'
    return new AppError({ code: 'DEPENDENCY_DOWN', detail }, { 'retry-after': '1' })
  }
  if (isUncomputable(error)) {
    return new AppError({
      code: 'PARAMETER',
      detail: 'a value asked for, or one of a view, is beyond what the database can compute',
    })
  }
  if (isUnknownName(error) && [...(catalog?.mediaTypes.values() ?? [])].some(({ foreign }) => foreign)) {
    return new AppError({
      code: 'DEPENDENCY_DOWN',
      detail:
        'a table or column that is asked for is not there: where another program changed its tables, `marquee introspect` takes that over',
    })
  }
  return new AppError({ code: 'INTERNAL', detail: 'the request failed; the log tells more under its request id' })
}
