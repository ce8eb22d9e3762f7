import { type ColumnFacts, ColumnObserver } from './column-facts.ts'
import type { Rows } from './file-row.ts'

/** What a file holds, seen once from beginning to end. */
export interface Survey {
  readonly rows: number
  /** Rows that cannot be read. */
  readonly unreadable: number
  /** Columns in the order they were met. */
  readonly columns: readonly ColumnFacts[]
}

export interface SurveyOptions {
  /** Every value of the file is text. */
  readonly written: boolean
  /** Columns whose distinct values are wanted. */
  readonly distinct: ReadonlySet<string>
}

/** More columns are no columns but data in the wrong place. */
const MOST_COLUMNS = 1000

/** @throws SurveyFault when the columns have no end */
export async function surveyRows(
  rows: Rows,
  { written, distinct }: SurveyOptions,
  seen: (rows: number) => void,
): Promise<Survey> {
  const columns = new Map<string, ColumnObserver>()
  let count = 0
  let unreadable = 0
  for await (const some of rows) {
    for (const row of some) {
      if (!row.ok) {
        unreadable += 1
        continue
      }
      for (const [name, value] of Object.entries(row.values)) {
        let column = columns.get(name)
        if (column === undefined) {
          if (columns.size === MOST_COLUMNS) throw new SurveyFault()
          column = new ColumnObserver(name, { written, distinct: distinct.has(name) })
          columns.set(name, column)
        }
        column.add(value)
      }
    }
    count += some.length
    seen(count)
  }
  return { rows: count, unreadable, columns: [...columns.values()].map((column) => column.facts()) }
}

export class SurveyFault extends Error {
  constructor() {
    super(`the file has over ${MOST_COLUMNS} columns: expected one for each kind of value`)
    this.name = 'SurveyFault'
  }
}
