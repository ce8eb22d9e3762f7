import { type ColumnFacts, ColumnObserver } from './column-facts.ts'
import type { Rows } from './file-row.ts'
import { NOT_UTF8 } from './json-row.ts'
import type { WrittenStyle } from './written-style.ts'

/** What a file holds, seen once from beginning to end. */
export interface Survey {
  readonly rows: number
  /** Rows that cannot be read. */
  readonly unreadable: number
  /** Of those, rows that are not in the encoding the file is read in. */
  readonly notUtf8: number
  /** The first of those that cannot be read. */
  readonly firstUnreadable: { readonly line: number; readonly reason: string } | null
  /** Columns in the order they were met. */
  readonly columns: readonly ColumnFacts[]
}

export interface SurveyOptions {
  /** Every value of the file is text. */
  readonly written: boolean
  /** Columns whose distinct values are wanted. */
  readonly distinct: ReadonlySet<string>
  /** How days and numbers are known to be written. */
  readonly assumed: readonly WrittenStyle[]
}

/** More columns are no columns but data in the wrong place. */
const MOST_COLUMNS = 1000

/** @throws SurveyFault when the columns have no end */
export async function surveyRows(
  rows: Rows,
  { written, distinct, assumed }: SurveyOptions,
  seen: (rows: number) => void,
): Promise<Survey> {
  const columns = new Map<string, ColumnObserver>()
  let count = 0
  let unreadable = 0
  let notUtf8 = 0
  let firstUnreadable: Survey['firstUnreadable'] = null
  for await (const some of rows) {
    for (const row of some) {
      if (!row.ok) {
        unreadable += 1
        if (row.reason === NOT_UTF8) notUtf8 += 1
        firstUnreadable ??= { line: row.line, reason: row.reason }
        continue
      }
      for (const [name, value] of Object.entries(row.values)) {
        let column = columns.get(name)
        if (column === undefined) {
          if (columns.size === MOST_COLUMNS) throw new SurveyFault()
          column = new ColumnObserver(name, { written, distinct: distinct.has(name), assumed })
          columns.set(name, column)
        }
        column.add(value)
      }
    }
    count += some.length
    seen(count)
  }
  const facts = [...columns.values()].map((column) => column.facts())
  return { rows: count, unreadable, notUtf8, firstUnreadable, columns: facts }
}

export class SurveyFault extends Error {
  constructor() {
    super(`the file has over ${MOST_COLUMNS} columns: expected one for each kind of value`)
    this.name = 'SurveyFault'
  }
}
