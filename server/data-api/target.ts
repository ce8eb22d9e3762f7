import { AppError } from '../errors.ts'
import type { ReadTarget } from '../query/request.ts'

/** Whole numbers; those that no record can have are unknown ids. */
const ID = /^-?\d{1,100}$/

/** Reads the id part of a path: one id, or several separated by commas. */
export function idsOf(mediaType: string, segment: string): readonly number[] {
  const parts = segment.split(',')
  if (!parts.every((part) => ID.test(part))) {
    throw new AppError({
      code: 'NOT_FOUND',
      detail: `${mediaType}: expected an id, or ids separated by commas, not ${JSON.stringify(segment)}`,
    })
  }
  return parts.map(Number)
}

/** What a read is of. A single id that is none is an unknown one, as it was for 5.0.x clients (specification, "Versioning"). */
export function targetOf(mediaType: string, segment: string): ReadTarget {
  if (!segment.includes(',') && !ID.test(segment)) return { kind: 'one', id: null }
  const ids = idsOf(mediaType, segment)
  return ids.length === 1 ? { kind: 'one', id: ids[0] as number } : { kind: 'ids', ids }
}
