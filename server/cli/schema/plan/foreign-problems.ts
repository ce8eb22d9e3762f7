import { sql } from 'kysely'
import type { MediaType } from '../../../catalog/catalog.ts'
import { type Reading, readingsOf } from '../../../catalog/foreign-readings.ts'
import type { DocumentProblem, Path } from '../../../catalog/shapes/check-shape.ts'
import { tableSql } from '../../../catalog/sql-names.ts'
import type { Transaction } from '../../../db/database.ts'
import { databaseErrorCode } from '../../../db/errors.ts'
import { documentMember } from './document-members.ts'
import type { Plan } from './plan.ts'
import type { RowChange } from './row-changes.ts'

/** The columns of a table by name, each with whether it holds text. */
type Columns = ReadonlyMap<string, boolean>

const COLUMNS = `select coalesce(json_agg(json_build_array(a.attname, t.typcategory = 'S')), '[]')::text
  from pg_attribute a join pg_type t on t.oid = a.atttypid
  where a.attrelid = to_regclass($1) and a.attnum > 0 and not a.attisdropped having to_regclass($1) is not null`

/** Tables that Marquee does not make must be there, with columns that can be read as the document says. */
export async function foreignProblems(tx: Transaction, plan: Plan): Promise<readonly DocumentProblem[]> {
  const problems: DocumentProblem[] = []
  for (const type of plan.foreign) {
    const table = type.after?.table_name as string
    const [row] = await tx.read({ text: COLUMNS, values: [tableSql(table)] })
    const columns: Columns | null =
      row === undefined ? null : new Map(JSON.parse(row[0] ?? '[]') as [string, boolean][])
    const missing = missingParts(type, table, columns, plan.rows)
    problems.push(...missing)
    if (columns !== null && missing.length === 0) problems.push(...(await unreadable(tx, type, plan, columns)))
  }
  return problems
}

/** Parts that the database does not read as they are declared; what was so before stands in nobody's way. */
async function unreadable(
  tx: Transaction,
  type: RowChange,
  plan: Plan,
  columns: Columns,
): Promise<readonly DocumentProblem[]> {
  const mediaType = plan.after.mediaTypes.get(type.title) as MediaType
  const before = [...plan.before.mediaTypes.values()].find(({ id }) => id === mediaType.id)
  const known = new Set(before?.foreign ? readingsOf(before).map(({ statement }) => statement) : [])
  const problems: DocumentProblem[] = []
  for (const { of, statement } of readingsOf(mediaType)) {
    if (known.has(statement)) continue
    const fault = (await typeFault(tx, of)) ?? (await readFault(tx, of, statement, mediaType, columns))
    if (fault !== null) problems.push({ path: placeOf(of, type, plan), message: fault })
  }
  return problems
}

/** A text may be cast to anything, which fails on some record one day. */
function isMisread(of: Reading['of'], columns: Columns): boolean {
  if (of === null || !('field' in of)) return false
  const { column, type } = of.field
  return columns.get(column) === true && type.parameterType !== 'text' && type.parameterType !== 'jsonb'
}

/** It goes into statements as it is, so that it must be a type's name. */
async function typeFault(tx: Transaction, of: Reading['of']): Promise<string | null> {
  const columnType = of !== null && 'field' in of ? of.field.columnType : null
  if (columnType === null || (await attempt(tx, TYPE, [columnType])) === 'true') return null
  return `the database has no type ${columnType}`
}

async function readFault(
  tx: Transaction,
  of: Reading['of'],
  statement: string,
  type: MediaType,
  columns: Columns,
): Promise<string | null> {
  const isRead = !isMisread(of, columns) && (await attempt(tx, statement)) !== null
  return isRead ? null : reasonOf(of, type)
}

const TYPE = 'select (to_regtype($1) is not null)::text'

function reasonOf(of: Reading['of'], { table, keyColumn }: MediaType): string {
  if (of === null)
    return `${table} cannot be read so: expected a whole number in ${keyColumn}, and a version and a time that there are`
  if ('field' in of)
    return `the column ${of.field.column} of ${table} cannot be read as ${of.field.type.name}: expected another type, or the column’s own as columnType`
  const { via } = of.relation
  return `expected a joining table ${via.kind === 'link' ? via.table : ''} with these columns, those of records whole numbers`
}

function placeOf(of: Reading['of'], { path }: RowChange, plan: Plan): Path {
  const own = path ?? []
  if (of === null) return [...own, 'foreign']
  const [table, id] =
    'field' in of ? (['adm_fields', of.field.id] as const) : (['adm_relateds', of.relation.id] as const)
  return (id === undefined ? undefined : plan.placeOf({ table, id })) ?? own
}

/** The first value of a statement, empty without rows; null where the database refuses it, and the transaction goes on. */
async function attempt(tx: Transaction, text: string, values: readonly unknown[] = []): Promise<string | null> {
  await sql`savepoint attempt`.execute(tx.kysely)
  try {
    const [row] = await tx.read({ text, values })
    return row?.[0] ?? ''
  } catch (error) {
    if (databaseErrorCode(error) === null) throw error
    await sql`rollback to savepoint attempt`.execute(tx.kysely)
    return null
  }
}

function missingParts(
  type: RowChange,
  table: string,
  columns: Columns | null,
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
