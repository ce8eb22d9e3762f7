import type { Interval } from '../../../shared/aggregate.ts'
import type { FilterNode } from '../../../shared/filter-ast.ts'
import type { SortKey } from '../request.ts'

/** An aggregate query as its body says it, names not yet looked up [D8]. */
export interface AggregateRequest {
  readonly mediaType: string
  readonly filter: FilterNode | null
  /** Id of the content criteria whose records are grouped. */
  readonly contentCriteria: number | null
  readonly groups: readonly GroupRequest[]
  readonly measures: readonly MeasureRequest[]
  readonly having: FilterNode | null
  readonly sort: readonly SortKey[]
  readonly page: number
  /** Within bounds. */
  readonly pageSize: number
}

/** One of `_groupBy`. */
export interface GroupRequest {
  readonly field: FieldName
  /** Name of the column in the answer. */
  readonly as: string
  readonly interval: Interval | null
  /** IANA time zone that days of instants are told in; null: UTC. */
  readonly timeZone: string | null
  readonly pointer: string
}

/** One of `_aggregates`. */
export interface MeasureRequest {
  readonly function: AggregateFunction
  /** Null: rows are counted. */
  readonly field: FieldName | null
  readonly as: string
  readonly pointer: string
}

/** `<field>` or `<field>[<related_field>]`. */
export interface FieldName {
  readonly field: string
  readonly relatedField?: string
  readonly pointer: string
}

export const FUNCTIONS = ['count', 'countDistinct', 'sum', 'avg', 'min', 'max'] as const
export type AggregateFunction = (typeof FUNCTIONS)[number]

/** More than any real query has. */
export const MAX_GROUPS = 10
export const MAX_MEASURES = 20
