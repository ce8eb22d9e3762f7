import type { MediaTypeDocument } from '../catalog/document.ts'
import type { StyleName } from './written-style.ts'

/** What an import is going to do, decided from the file, the wishes and the catalog alone. */
export interface ImportPlan {
  readonly into: string
  /** Media types to make first, the one that is filled last; none where all are there. */
  readonly creates: readonly MediaTypeDocument[]
  readonly columns: readonly ColumnPlan[]
  /** Columns that go nowhere. */
  readonly skipped: readonly string[]
  /** Fields that a record is recognised by; none: all of them. */
  readonly key: readonly string[]
  /** How days and numbers of a column are written, where it is not as the API does. */
  readonly styles: ReadonlyMap<string, StyleName>
  /** What is worth knowing before it begins. */
  readonly notes: readonly string[]
}

export interface ColumnPlan {
  readonly column: string
  readonly field: string
  /** The field type. */
  readonly type: string
  /** Of a relation: what its values name. */
  readonly related: { readonly mediaType: string; readonly field: string } | null
  /** A relation to several records. */
  readonly many: boolean
}

/** What `planNew` and `planExisting` find out; whatever is wrong goes into `faults`. */
export type PlanPart = Pick<ImportPlan, 'creates' | 'columns' | 'skipped' | 'notes'>

/** A column of this name may name records by their ids; it is no field. */
export const ID_COLUMNS: readonly string[] = ['id', '_id']
