import { identifier } from './catalog.ts'
import type { ColumnModel, TableModel } from './table-model.ts'

/** One step from the tables there are to those a catalog asks for. */
export interface TableChange {
  /** One line for people. @example 'add column films.rating (Integer)' */
  readonly summary: string
  readonly subject: Subject
  readonly statements: readonly string[]
  /** What it destroys where there is something to destroy; null: nothing. */
  readonly loss: Loss | null
  /** What must hold of the records there are. */
  readonly needs: readonly Need[]
}

/** The row of metadata that a change or a problem comes from. */
export interface Subject {
  readonly table: 'adm_mediatypes' | 'adm_fields' | 'adm_relateds' | 'adm_pages' | 'adm_page_components'
  /** Absent: of a document. */
  readonly id?: number
}

export interface Loss {
  readonly description: string
  /** SQL that counts the rows which lose something, as text; to be run before any statement. */
  readonly probe: string
}

export interface Need {
  /** SQL that counts what stands in the way, as text; to be run before any statement. */
  readonly probe: string
  readonly detail: (count: number) => string
}

/** A change in its place: what is taken away goes first, what refers to others comes last. */
export interface Step {
  readonly phase: (typeof PHASES)[number]
  readonly change: TableChange
}

export const PHASES = [
  'drop references',
  'drop links',
  'drop tables',
  'drop columns',
  'move tables',
  'rename tables',
  'move parts',
  'rename parts',
  'create tables',
  'add columns',
  'alter columns',
  'create links',
  'add references',
] as const

export function change(
  summary: string,
  subject: Subject,
  statements: readonly string[],
  more: Partial<Pick<TableChange, 'loss' | 'needs'>> = {},
): TableChange {
  return { summary, subject, statements, loss: null, needs: [], ...more }
}

export function tableSubject({ kind, id }: TableModel): Subject {
  return { table: kind === 'records' ? 'adm_mediatypes' : 'adm_relateds', ...(id === undefined ? {} : { id }) }
}

export function columnSubject(table: TableModel, { field }: ColumnModel): Subject {
  if (field === null) return tableSubject(table)
  return { table: 'adm_fields', ...(field.id === undefined ? {} : { id: field.id }) }
}

/** SQL that counts rows of a table. */
export function countSql(table: TableModel, where?: string): string {
  return `select count(*)::text from ${identifier(table.name)}${where === undefined ? '' : ` where ${where}`}`
}

/** For people: `films.rating`. */
export function columnTitle({ title }: TableModel, { field, name }: ColumnModel): string {
  return `${title}.${field?.name ?? name}`
}
