import { identifier } from '../catalog/catalog.ts'
import type { Database, Transaction } from '../db/database.ts'
import { databaseErrorCode } from '../db/errors.ts'
import { type Table, tableTitle } from './database-schema.ts'
import type { KeyChoice } from './keys.ts'

/** What the rows of a table say. */
export interface Probes {
  /** The key of each table that no constraint gives one, by `tableTitle`; absent: it has none. */
  readonly keys: ReadonlyMap<string, string>
  /** Why it has none. */
  readonly without: ReadonlyMap<string, string>
  /** Tables with ids that no address can hold: 0, negative, or beyond what JSON numbers carry exactly. */
  readonly unreachable: ReadonlySet<string>
}

/** A view may stand for a query that takes hours. */
const PATIENCE = '20s'

const sqlName = ({ schema, name }: Table): string => `${identifier(schema)}.${identifier(name)}`

/** Looks at the rows where the schema does not tell which column is the key. Reads only. */
export async function probe(
  database: Pick<Database, 'transaction'>,
  choices: ReadonlyMap<Table, KeyChoice>,
): Promise<Probes> {
  const keys = new Map<string, string>()
  const without = new Map<string, string>()
  const unreachable = new Set<string>()
  for (const [table, choice] of choices) {
    const title = tableTitle(table)
    if (choice.kind === 'probe') {
      const found = await findKey(database, table, choice)
      if ('column' in found) keys.set(title, found.column)
      else without.set(title, found.reason)
    }
    const key = choice.kind === 'key' ? choice.column : keys.get(title)
    if (key !== undefined && (await hasUnreachable(database, table, key))) unreachable.add(title)
  }
  return { keys, without, unreachable }
}

type Found = { readonly column: string } | { readonly reason: string }

async function findKey(
  database: Pick<Database, 'transaction'>,
  table: Table,
  { columns, named }: Extract<KeyChoice, { kind: 'probe' }>,
): Promise<Found> {
  const [usual] = named
  for (const column of columns) {
    const answer = await patiently(database, uniqueSql(table, column))
    if (answer === 'unique') return { column }
    if (answer === 'empty') {
      return usual === undefined
        ? { reason: 'it is empty, so that nothing tells which column is its key' }
        : { column: usual }
    }
    if (answer === null) {
      return usual === undefined ? { reason: `its rows could not be looked through in ${PATIENCE}` } : { column: usual }
    }
  }
  return { reason: `in none of its columns of whole numbers (${columns.join(', ')}) is every value there once only` }
}

function uniqueSql(table: Table, column: string): string {
  const key = identifier(column)
  return `select case when count(*) = 0 then 'empty' when count(*) = count(distinct ${key}) then 'unique' else 'repeated' end
    from ${sqlName(table)}`
}

async function hasUnreachable(database: Pick<Database, 'transaction'>, table: Table, key: string): Promise<boolean> {
  const column = identifier(key)
  const text = `select (min(${column}) < 1 or max(${column}) > ${Number.MAX_SAFE_INTEGER})::text from ${sqlName(table)}`
  return (await patiently(database, text)) === 'true'
}

/** The only value of a statement; null when it took too long, failed or had none. */
async function patiently(database: Pick<Database, 'transaction'>, text: string): Promise<string | null> {
  try {
    return await database.transaction(async (tx: Transaction) => {
      await tx.read({ text: `select set_config('statement_timeout', '${PATIENCE}', true)`, values: [] })
      const [row] = await tx.read({ text, values: [] })
      return row?.[0] ?? null
    })
  } catch (error) {
    // a materialised view may hold nothing yet, a foreign server be away, a view divide by zero
    if (databaseErrorCode(error) !== null) return null
    throw error
  }
}
