import type { EntityId, ErrorObject } from '../../../../shared/envelope.ts'
import { ApiError, NetworkError, requestIdOf } from '../../api/api-error.ts'

/** Why a record was not deleted, or not restored. */
export interface Refusal {
  /** The record is not any more what the user sees: someone changed it meanwhile. */
  readonly changed: boolean
  /** The user has no right to it. */
  readonly forbidden: boolean
  readonly reasons: readonly Reason[]
  readonly requestId: string | null
}

export interface Reason {
  readonly text: string
  /** The records that stand in the way, as far as the server tells. */
  readonly records?: RecordsInTheWay
}

export interface RecordsInTheWay {
  readonly mediaType: string
  /** How many there are; `ids` has the first of them. */
  readonly count: number
  readonly ids: readonly EntityId[]
  /** By which they refer to the record. */
  readonly field?: string
}

export function refusalOf(error: unknown): Refusal {
  const plain = (text: string): Refusal => ({
    changed: false,
    forbidden: false,
    reasons: [{ text }],
    requestId: requestIdOf(error),
  })
  if (error instanceof NetworkError) return plain('The server could not be reached.')
  if (!(error instanceof ApiError)) return plain('Something unexpected happened.')
  if (error.status === 401) return plain('You are not signed in.')
  if (error.status === 412)
    return { ...plain('Someone else changed this record since you opened it.'), changed: true, requestId: null }
  const requestId = error.status >= 500 ? error.requestId : null
  return { changed: false, forbidden: error.status === 403, reasons: error.errors.map(reasonOf), requestId }
}

function reasonOf({ code, detail, title, meta }: ErrorObject): Reason {
  const text = detail || title
  const { mediaType, ids, count, field } = meta ?? {}
  if (code !== 'REFERENCED' || typeof mediaType !== 'string' || !Array.isArray(ids)) return { text }
  const known = ids.filter((id): id is EntityId => typeof id === 'number')
  if (known.length === 0) return { text }
  const named = typeof field === 'string' ? { field } : {}
  return { text, records: { mediaType, ids: known, count: typeof count === 'number' ? count : known.length, ...named } }
}

/** The filter that finds them: by their ids, or by what they refer to where not all ids were told. */
export function recordsFilter({ ids, count, field }: RecordsInTheWay, to: EntityId): string {
  return field !== undefined && count > ids.length ? `${field}_$in(${to})` : `id_$in(${ids.join(',')})`
}
