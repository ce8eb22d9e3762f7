import type { Entity } from '../../../shared/envelope.ts'
import { parseFilter } from '../../../shared/filter-parse.ts'
import { usedBy } from '../../query/content-criteria.ts'

/** An expression that stands for records of a media type. */
export interface Criteria {
  readonly mediaType: string
  /** In the grammar of the data API; null: every record. */
  readonly filter: string | null
  /** As the data API's parameter; null: in the order of the ids. */
  readonly sort: string | null
  /** Records at most, highlights among them; 0: all. */
  readonly limit: number
  /** Ids that come first, whatever the filter says. */
  readonly highlights: readonly number[]
}

/** Fields of the record that saved criteria are. */
export const CRITERIA_FIELDS = 'mediatype,filter_expression,sort_expression,max_records,highlights'

export function criteriaOfEntity(entity: Entity): Criteria {
  const { mediatype, filter_expression: filter, sort_expression: sort, max_records: limit, highlights } = entity
  return {
    mediaType: String(mediatype),
    filter: textOrNull(filter),
    sort: textOrNull(sort),
    limit: Number(limit ?? 0),
    highlights: idsIn(highlights) ?? [],
  }
}

/** Ids in a list, each once and in their order; null for anything else. */
export function idsIn(value: unknown): readonly number[] | null {
  if (value === null || value === undefined) return []
  if (!Array.isArray(value) || !value.every((id) => Number.isSafeInteger(id) && id > 0)) return null
  return [...new Set(value as readonly number[])]
}

/** Criteria that a filter uses. A filter that cannot be read uses none: whoever runs it is told of that. */
export function usedIn(filter: string | null): readonly number[] {
  if (filter === null) return []
  try {
    return [...new Set(usedBy(parseFilter(filter)))]
  } catch {
    return []
  }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null
}
