import { sql } from 'kysely'
import type { Transaction } from '../db/database.ts'

/** Any number that only changes of metadata lock. */
const LOCK = 7_265_417_924

/** Keeps every other change of metadata waiting until the transaction ends; to be called before the rows are read. */
export async function lockMetadata(tx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx.kysely)
}
