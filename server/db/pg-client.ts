import type { Statement, StatementObserver, TextRow, Transaction } from './database.ts'
import { type ExecuteResult, writtenRows } from './dialect.ts'
import { parameterTexts } from './parameters.ts'
import { RESULT_PARSERS, TEXT_TYPES } from './result-types.ts'
import { sessionTransaction } from './session.ts'

export interface TypeParsers {
  readonly getTypeParser: (oid: number, format?: 'text' | 'binary') => (text: string) => unknown
}

export interface PgQuery {
  readonly name?: string
  readonly text: string
  readonly values: (string | null)[]
  readonly rowMode?: 'array'
  readonly types: TypeParsers
}

interface PgResult {
  readonly rows: unknown[]
  readonly command: string
  readonly rowCount: number | null
}

/** What node-postgres and Neon's WebSocket client have in common: a pool and a client alike. */
export interface PgQueryable {
  readonly query: (query: PgQuery) => Promise<PgResult>
}

export function pgTypes(fallback: (oid: number, format?: 'text' | 'binary') => (text: string) => unknown): TypeParsers {
  return { getTypeParser: (oid, format) => RESULT_PARSERS[oid] ?? fallback(oid, format) }
}

export async function pgRead(client: PgQueryable, statement: Statement): Promise<readonly TextRow[]> {
  const { name, text, values } = statement
  const query: PgQuery = { text, values: parameterTexts(values), rowMode: 'array', types: TEXT_TYPES }
  const { rows } = await client.query(name === undefined ? query : { ...query, name })
  return rows as TextRow[]
}

export async function pgExecute(
  client: PgQueryable,
  text: string,
  values: readonly unknown[],
  types: TypeParsers,
): Promise<ExecuteResult> {
  const { rows, command, rowCount } = await client.query({ text, values: parameterTexts(values), types })
  return { rows, written: writtenRows(command, rowCount) }
}

/** Begins, runs `work`, commits; rolls back when it throws. `begin` may hold further settings of the transaction. */
export async function pgTransaction<T>(
  client: PgQueryable,
  options: { readonly begin: string; readonly types: TypeParsers; readonly observe: StatementObserver | undefined },
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const { types } = options
  const { transaction, end } = sessionTransaction(
    {
      execute: (text, values) => pgExecute(client, text, values, types),
      read: (statement) => pgRead(client, statement),
    },
    options.observe,
  )
  await client.query({ text: options.begin, values: [], types })
  try {
    const result = await work(transaction)
    await end()
    const { command } = await client.query({ text: 'commit', values: [], types })
    // Postgres answers a commit of a failed transaction with a rollback, without an error
    if (command === 'ROLLBACK') throw new Error('a statement of the transaction had failed: it was rolled back')
    return result
  } catch (error) {
    await end()
    // a connection that cannot even roll back is dropped by its pool; the cause is what matters
    await client.query({ text: 'rollback', values: [], types }).catch(() => undefined)
    throw error
  }
}
