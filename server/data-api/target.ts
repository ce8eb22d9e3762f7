import { AppError } from '../errors.ts'
import type { ReadTarget } from '../query/request.ts'

/** Reads the id part of a path: one id, or several separated by commas. */
export function idsOf(mediaType: string, segment: string): readonly number[] {
  const parts = segment.split(',')
  if (!parts.every((part) => /^\d{1,19}$/.test(part))) {
    throw new AppError({
      code: 'NOT_FOUND',
      detail: `${mediaType}: expected an id, or ids separated by commas, not ${JSON.stringify(segment)}`,
    })
  }
  return parts.map(Number)
}

export function targetOf(mediaType: string, segment: string): ReadTarget {
  const ids = idsOf(mediaType, segment)
  return ids.length === 1 ? { kind: 'one', id: ids[0] as number } : { kind: 'ids', ids }
}
