import { type FoundLoss, lossesOf } from '../../../catalog/apply-table-changes.ts'
import { tableSql } from '../../../catalog/sql-names.ts'
import type { TableChange } from '../../../catalog/table-change.ts'
import type { Transaction } from '../../../db/database.ts'
import type { DocumentProblem } from '../check-shape.ts'
import { documentMember } from './document-members.ts'
import type { Plan } from './plan.ts'
import type { RowChange } from './row-changes.ts'

/** What a plan means for the records there are. */
export interface Findings {
  readonly losses: readonly FoundLoss[]
  /** What of the records stands in the way. */
  readonly obstacles: readonly string[]
}

type Reading = Pick<Transaction, 'read'>

export async function findingsOf(tx: Transaction, { tables }: Plan): Promise<Findings> {
  return { losses: await lossesOf(tx, tables), obstacles: await obstaclesOf(tx, tables) }
}

async function obstaclesOf(tx: Reading, tables: readonly TableChange[]): Promise<readonly string[]> {
  const found: string[] = []
  for (const { needs, summary } of tables) {
    for (const { probe, detail } of needs) {
      const [row] = await tx.read({ text: probe, values: [] })
      const rows = Number(row?.[0])
      if (rows > 0) found.push(`cannot ${summary}: ${detail(rows)}`)
    }
  }
  return found
}

const COLUMNS = `select coalesce(json_agg(attname), '[]')::text from pg_attribute
  where attrelid = to_regclass($1) and attnum > 0 and not attisdropped having to_regclass($1) is not null`

/** Tables that Marquee does not make must be there, with the columns that the document speaks of. */
export async function foreignProblems(tx: Reading, { rows, foreign }: Plan): Promise<readonly DocumentProblem[]> {
  const problems: DocumentProblem[] = []
  for (const type of foreign) {
    const table = type.after?.table_name as string
    const [row] = await tx.read({ text: COLUMNS, values: [tableSql(table)] })
    const columns = row === undefined ? null : new Set(JSON.parse(row[0] ?? '[]') as string[])
    problems.push(...typeProblems(type, table, columns, rows))
  }
  return problems
}

function typeProblems(
  type: RowChange,
  table: string,
  columns: ReadonlySet<string> | null,
  rows: readonly RowChange[],
): readonly DocumentProblem[] {
  const path = type.path ?? []
  if (columns === null) return [{ path: [...path, 'table'], message: `the database has no table ${table}` }]
  const named: [RowChange, string][] = [
    [type, 'key_column'],
    [type, 'inserted_column'],
    ...rows
      .filter((row) => row.table === 'adm_fields' && row.after?.mediatype === type.title)
      .map((row): [RowChange, string] => [row, 'column_name']),
  ]
  const missing = named.flatMap(([row, member]) => {
    const column = row.after?.[member]
    if (typeof column !== 'string' || columns.has(column)) return []
    const place = [...(row.path ?? []), documentMember(row.table, member)]
    return [{ path: place, message: `the table ${table} has no column ${column}` }]
  })
  if (type.after?.version_source !== 'version' || columns.has('version')) return missing
  const message = `the table ${table} has no column version: expected version: xmin, or row for a view`
  return [...missing, { path: [...path, 'foreign'], message }]
}
