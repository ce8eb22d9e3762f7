import { sql } from 'kysely'
import type { Database, Transaction } from '../db/database.ts'

/** Does `work` in a transaction and takes back whatever it did. */
export async function rolledBack<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  let done: { readonly result: T } | null = null
  try {
    await database.transaction(async (tx) => {
      done = { result: await work(tx) }
      throw new RolledBack()
    })
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error
  }
  return (done as unknown as { readonly result: T }).result
}

class RolledBack extends Error {}

/**
 * The database as `work` sees it, which finds there what it wrote; in the end nothing of it is kept. Its transactions are
 * savepoints, at whose end all is checked that a commit would check.
 */
export function rehearse<T>(database: Database, work: (rehearsed: Database) => Promise<T>): Promise<T> {
  return rolledBack(database, (tx) => {
    const run = (text: string): Promise<unknown> => sql.raw(text).execute(tx.kysely)
    return work({
      read: tx.read,
      kysely: tx.kysely,
      transaction: async (inner) => {
        await run('savepoint rehearsal')
        try {
          const result = await inner(tx)
          await run('set constraints all immediate')
          await run('set constraints all deferred')
          await run('release savepoint rehearsal')
          return result
        } catch (error) {
          await run('rollback to savepoint rehearsal')
          throw error
        }
      },
      close: async () => undefined,
    })
  })
}
