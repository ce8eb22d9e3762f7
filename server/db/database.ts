import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** A statement ready to run; `name` identifies its text, so that a driver may keep it prepared. */
export interface Statement {
  readonly name?: string
  readonly text: string
  readonly values: readonly unknown[]
}

/** A row of text columns in select order: every column of such a statement is cast to text, or null. */
export type TextRow = readonly (string | null)[]

/**
 * What the service needs of a database: one-shot reads whose text is handed on as it is, and transactions.
 * Implementations: node-postgres, embedded PGlite, Neon (HTTP for reads, WebSocket for transactions).
 */
export interface Database {
  /** One statement, one round trip, no transaction. Sessions run in UTC. */
  readonly read: (statement: Statement) => Promise<readonly TextRow[]>
  /** For everything else outside a transaction. */
  readonly kysely: Kysely<Tables>
  /**
   * Runs `work` in one transaction (read committed). Repeats it when Postgres reports a deadlock or a serialization
   * failure, so `work` must have no effect outside the database.
   */
  readonly transaction: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>
  readonly close: () => Promise<void>
}

export interface Transaction {
  readonly kysely: Kysely<Tables>
  readonly read: (statement: Statement) => Promise<readonly TextRow[]>
}

/** Called with each statement's text just before it runs: a test counts with it. */
export type StatementObserver = (text: string) => void
