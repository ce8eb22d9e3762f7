/** Wire types of aggregate queries (contract [D8]). */
import type { Entity } from './envelope.ts'
import type { EnumValue } from './page.ts'

/** What dates may be grouped by, the longest first. */
export const INTERVALS = ['decade', 'year', 'quarter', 'month', 'week', 'day', 'hour'] as const
export type Interval = (typeof INTERVALS)[number]

export interface AggregateBody {
  readonly _mediaType: string
  readonly _filter?: string | null
  /** Id of content criteria of the same media type: the records to group. */
  readonly _contentCriteria?: number | null
  readonly _groupBy?: readonly (string | AggregateGroup)[] | null
  readonly _aggregates?: readonly AggregateMeasure[] | null
  readonly _having?: string | null
  readonly _sort?: string | null
  readonly _page?: number | null
  readonly _pageSize?: number | null
}

export interface AggregateGroup {
  readonly _field: string
  readonly _interval?: Interval | null
  readonly _timezone?: string | null
  readonly _as?: string | null
}

export interface AggregateMeasure {
  readonly _function: 'count' | 'countDistinct' | 'sum' | 'avg' | 'min' | 'max'
  readonly _field?: string | null
  readonly _as: string
}

export interface AggregateAnswer {
  readonly _meta: AggregateMeta
  readonly _columns: readonly AggregateColumn[]
  /** One value per column. */
  readonly _rows: readonly (readonly unknown[])[]
  /** By media type: the records that group columns refer to, as far as the caller may read them. */
  readonly _linked: Readonly<Record<string, readonly Entity[]>>
}

export interface AggregateMeta {
  readonly _pageCount: number
  /** Groups in all. */
  readonly _filterRowCount: number
  readonly _pageSize: number
  readonly _page: number
  readonly _mainMediaType: string
}

export interface AggregateColumn {
  readonly _name: string
  readonly _role: 'group' | 'aggregate'
  /** Name of a field type: its values look as in reads. */
  readonly _type: string
  readonly _label: string
  /** The values are ids of its records. */
  readonly _relatedMediaType?: string
  /** A group's values are the first days, or hours, of such intervals. */
  readonly _interval?: string
  readonly _function?: string
  readonly _enumValues?: readonly EnumValue[]
}
