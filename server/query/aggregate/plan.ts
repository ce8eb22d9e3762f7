import type { Interval } from '../../../shared/aggregate.ts'
import type { EntityPlan, Predicate, Slot } from '../plan.ts'
import type { AggregateFunction } from './request.ts'

/**
 * A bound aggregate query in plain data without values, so that its JSON is the key of the compiled text. The result's
 * columns are `g1`, `g2` … and `a1`, `a2` … in SQL.
 */
export interface AggregatePlan {
  /** Metadata revision: names mean what they meant then. */
  readonly revision: number
  readonly type: string
  /** Rows that are grouped: the filter's and visible to the caller [D8.e]. */
  readonly where: Predicate
  readonly joins: readonly Join[]
  readonly groups: readonly Group[]
  readonly measures: readonly Measure[]
  readonly columns: readonly PlannedColumn[]
  /** A condition on the result's columns. */
  readonly having: Predicate
  /** Indexes into `columns`; total, as it ends with every group. */
  readonly order: readonly { readonly column: number; readonly descending: boolean }[]
  readonly limit: Slot
  readonly skip: Slot
  readonly linked: readonly Linked[]
}

/** The related records of a relation beside each row; a row without any stays, once. */
export interface Join {
  readonly relation: string
  readonly where: Predicate
}

/** A field of the row (`join` null) or of a joined record. */
export interface Value {
  readonly join: number | null
  readonly field: string
  /** Of a to-one relation: related records that the caller may read; the others count as none [P3]. */
  readonly visible: Predicate
}

export interface Group {
  readonly value: Value
  /** Each element of a list makes a group. */
  readonly elements: boolean
  readonly time: { readonly interval: Interval; readonly zone: Slot } | null
}

export interface Measure {
  readonly function: AggregateFunction
  /** Null: rows are counted. */
  readonly value: Value | null
  /** Count the rows for which this holds. */
  readonly where: Predicate | null
}

export interface PlannedColumn {
  readonly name: string
  /** Name of the field type that its values are read, compared and shown by. */
  readonly type: string
}

/** Related records of one media type that group columns name by id. */
export interface Linked {
  readonly entity: EntityPlan
  /** Indexes into `columns`. */
  readonly columns: readonly number[]
}
