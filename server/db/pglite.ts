import type { PGlite, Transaction as PGliteTransaction } from '@electric-sql/pglite'
import type { Database, Statement, StatementObserver, TextRow } from './database.ts'
import { type ExecuteResult, kyselyOver, writtenRows } from './dialect.ts'
import { parameterTexts } from './parameters.ts'
import { RESULT_PARSERS } from './result-types.ts'
import { retryConflicts } from './retry.ts'
import { sessionTransaction } from './session.ts'
import type { StatisticsKeeper } from './statistics.ts'

type Queryable = Pick<PGlite | PGliteTransaction, 'query'>

/**
 * The embedded Postgres, opened by the runtime. It has one connection and makes everyone wait while a transaction is
 * under way: inside a transaction use only what it was given, the outer handle would wait for itself. `statistics` is told
 * of every statement.
 */
export async function openPglite(
  pglite: PGlite,
  observe?: StatementObserver,
  statistics?: StatisticsKeeper,
): Promise<Database> {
  await pglite.exec("set time zone 'UTC'")
  const run = async (connection: Queryable, text: string, values: readonly unknown[]): Promise<ExecuteResult> => {
    const result = await execute(connection, text, values)
    statistics?.ran(result.written)
    return result
  }
  return {
    read: (statement) => {
      observe?.(statement.text)
      statistics?.ran(null)
      return read(pglite, statement)
    },
    kysely: kyselyOver((text, values) => {
      observe?.(text)
      return run(pglite, text, values)
    }),
    transaction: (work) =>
      retryConflicts(() =>
        pglite.transaction(async (tx) => {
          const { transaction, end } = sessionTransaction(
            { execute: (text, values) => run(tx, text, values), read: (statement) => read(tx, statement) },
            observe,
          )
          try {
            return await work(transaction)
          } finally {
            await end()
          }
        }),
      ),
    close: async () => {
      await statistics?.stop()
      await pglite.close()
    },
  }
}

const asItIs = (value: string): string => value
// values arrive as text already: no type has a serializer of its own
const NO_SERIALIZERS: Record<number, typeof asItIs> = new Proxy({}, { get: () => asItIs })
// bool, bytea, int8, int2, int4, oid, json, float4, float8, date, timestamp, timestamptz, jsonb
const PARSED_TYPES = [16, 17, 20, 21, 23, 26, 114, 700, 701, 1082, 1114, 1184, 3802]
const NO_PARSERS = Object.fromEntries(PARSED_TYPES.map((oid) => [oid, asItIs]))

async function read(connection: Queryable, { text, values }: Statement): Promise<readonly TextRow[]> {
  const options = { rowMode: 'array', parsers: NO_PARSERS, serializers: NO_SERIALIZERS } as const
  const { rows } = await connection.query<TextRow>(text, parameterTexts(values), options)
  return rows
}

async function execute(connection: Queryable, text: string, values: readonly unknown[]): Promise<ExecuteResult> {
  const options = { parsers: { ...RESULT_PARSERS }, serializers: NO_SERIALIZERS }
  const result = await connection.query(text, parameterTexts(values), options)
  return { rows: result.rows, written: writtenRows(result.command, result.affectedRows) }
}
