import pg from 'pg'
import type { Database, StatementObserver } from './database.ts'
import { kyselyOver } from './dialect.ts'
import { pgExecute, pgRead, pgTransaction, pgTypes } from './pg-client.ts'
import { retryConflicts } from './retry.ts'

const types = pgTypes((oid, format) => pg.types.getTypeParser(oid, format ?? 'text') as (text: string) => unknown)

/** Postgres over TCP. Connects on first use; more than four connections gain nothing on two cores. */
export function openPg(
  url: string,
  options: { readonly observe?: StatementObserver | undefined; readonly connections?: number } = {},
): Database {
  const { observe, connections = 4 } = options
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'marquee',
    // a statement and not a start-up option, which connection poolers refuse
    onConnect: async (client) => void (await client.query("set time zone 'UTC'; set statement_timeout = '60s'")),
  })
  // an idle connection that breaks is replaced at the next use, which reports what is still wrong
  pool.on('error', ignore)
  return {
    read: (statement) => {
      observe?.(statement.text)
      return pgRead(pool, statement)
    },
    kysely: kyselyOver((text, values) => {
      observe?.(text)
      return pgExecute(pool, text, values, types)
    }),
    transaction: (work) =>
      retryConflicts(async () => {
        const client = await pool.connect()
        // without a listener a connection that breaks meanwhile would end the process
        client.on('error', ignore)
        try {
          return await pgTransaction(client, { begin: 'begin isolation level read committed', types, observe }, work)
        } finally {
          client.off('error', ignore)
          client.release()
        }
      }),
    close: () => pool.end(),
  }
}

function ignore(): void {}
