import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { Tables } from './tables.ts'

export interface ExecuteResult {
  readonly rows: readonly unknown[]
  /** How many rows were written; null when the statement writes none. */
  readonly written: number | null
}

/** Runs one statement; how it comes to a connection is the caller's business. */
export type Execute = (text: string, values: readonly unknown[]) => Promise<ExecuteResult>

/**
 * A Kysely that hands each statement to `execute`. Transactions are begun by `Database.transaction` alone: its repeats
 * and, over Neon's HTTP, the missing session allow no other way.
 */
export function kyselyOver(execute: Execute): Kysely<Tables> {
  const connection: DatabaseConnection = {
    executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
      const { rows, written } = await execute(query.sql, query.parameters)
      return { rows: rows as R[], ...(written === null ? {} : { numAffectedRows: BigInt(written) }) }
    },
    streamQuery: () => {
      throw new Error('streaming is not supported')
    },
  }
  const driver: Driver = {
    init: done,
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: done,
    destroy: done,
  }
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}

/** Postgres names the kind of statement in its answer; only these count rows written. */
export function writtenRows(command: string | undefined, rowCount: number | null | undefined): number | null {
  const writes = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE'
  return writes ? (rowCount ?? 0) : null
}

async function done(): Promise<void> {}

async function refuse(): Promise<never> {
  throw new Error('use database.transaction')
}
