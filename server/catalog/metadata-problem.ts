import type { Subject } from './table-change.ts'

/** Something wrong with a row of metadata. */
export interface MetadataProblem {
  readonly subject: Subject
  /** The row by its natural key, for people. @example 'films.rating' */
  readonly title: string
  /** Column of the row. */
  readonly member: string
  readonly detail: string
}

/** Gathers the problems of one row. */
export interface Checked {
  readonly found: MetadataProblem[]
  readonly wrong: (member: string, detail: string | null) => void
}

export function checkedRow(table: Subject['table'], id: number, title: string): Checked {
  const found: MetadataProblem[] = []
  const subject: Subject = id > 0 ? { table, id } : { table }
  return {
    found,
    wrong: (member, detail) => {
      if (detail !== null) found.push({ subject, title, member, detail })
    },
  }
}
