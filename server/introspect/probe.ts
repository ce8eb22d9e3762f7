import { identifier } from '../catalog/catalog.ts'
import type { Database, Transaction } from '../db/database.ts'
import { databaseErrorCode } from '../db/errors.ts'
import { type Table, tableTitle } from './database-schema.ts'
import { isView, type KeyChoice } from './keys.ts'

/** What the rows of a table say. */
export interface Probes {
  /** The column that tells the records of each table apart, by `tableTitle`; absent: it has none. */
  readonly keys: ReadonlyMap<string, string>
  /** Why it has none. */
  readonly without: ReadonlyMap<string, string>
  /** Those of them that cannot be read just now: a server may be away, a materialised view hold nothing yet. */
  readonly failing: ReadonlySet<string>
  /** Tables with ids that no address can hold: 0, negative, or beyond what JSON numbers carry exactly. */
  readonly unreachable: ReadonlySet<string>
}

/** A view may stand for a query that takes hours. */
const PATIENCE = '20s'

const sqlName = ({ schema, name }: Table): string => `${identifier(schema)}.${identifier(name)}`

/** Looks at the rows where the schema does not tell which column is the key, and whether views can be read. Reads only. */
export async function probe(
  database: Pick<Database, 'transaction'>,
  choices: ReadonlyMap<Table, KeyChoice>,
): Promise<Probes> {
  const keys = new Map<string, string>()
  const without = new Map<string, string>()
  const failing = new Set<string>()
  const unreachable = new Set<string>()
  for (const [table, choice] of choices) {
    if (choice.kind === 'none') continue
    const title = tableTitle(table)
    const failure = isView(table) ? await failureOf(database, table) : null
    const found = failure ?? (choice.kind === 'key' ? choice : await findKey(database, table, choice))
    if ('reason' in found) {
      without.set(title, found.reason)
      if (found.fails) failing.add(title)
    } else {
      keys.set(title, found.column)
      if (await hasUnreachable(database, table, found.column)) unreachable.add(title)
    }
  }
  return { keys, without, failing, unreachable }
}

type Found = { readonly column: string } | Without

interface Without {
  readonly reason: string
  readonly fails?: boolean
}

/** So many rows tell whether a view can be read. */
const SAMPLE = 1000

/** Whether reading fails: a materialised view may hold nothing yet, a foreign server be away, a view divide by zero. */
async function failureOf(database: Pick<Database, 'transaction'>, table: Table): Promise<Without | null> {
  const text = `select count((m.*)::text)::text from (select * from ${sqlName(table)} limit ${SAMPLE}) m`
  const answer = await patiently(database, text)
  return answer.failure === undefined ? null : failed(answer.failure)
}

function failed(failure: string): Without {
  return { reason: `reading it fails: ${failure}`, fails: true }
}

async function findKey(
  database: Pick<Database, 'transaction'>,
  table: Table,
  { columns, named }: Extract<KeyChoice, { kind: 'probe' }>,
): Promise<Found> {
  const [usual] = named
  for (const column of columns) {
    const { value, failure } = await patiently(database, uniqueSql(table, column))
    if (value === 'unique') return { column }
    if (value === 'empty') {
      return usual === undefined
        ? { reason: 'it is empty, so that nothing tells which column is its key' }
        : { column: usual }
    }
    if (failure !== undefined) return failed(failure)
    if (value === null) {
      return usual === undefined ? { reason: `its rows could not be looked through in ${PATIENCE}` } : { column: usual }
    }
  }
  if (table.heirs.length > 0)
    return {
      reason: `its rows and those of ${table.heirs.join(', ')}, which inherit from it, have values of ${columns.join()} in common`,
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
  return (await patiently(database, text)).value === 'true'
}

interface Answer {
  /** The only value of the statement; null when it had none or took too long. */
  readonly value: string | null
  /** What Postgres said instead. */
  readonly failure?: string
}

const CANCELLED = '57014'

async function patiently(database: Pick<Database, 'transaction'>, text: string): Promise<Answer> {
  try {
    return await database.transaction(async (tx: Transaction) => {
      await tx.read({ text: `select set_config('statement_timeout', '${PATIENCE}', true)`, values: [] })
      const [row] = await tx.read({ text, values: [] })
      return { value: row?.[0] ?? null }
    })
  } catch (error) {
    const refused = databaseErrorCode(error)
    if (refused === null) throw error
    return refused.sqlstate === CANCELLED ? { value: null } : { value: null, failure: refused.message }
  }
}
