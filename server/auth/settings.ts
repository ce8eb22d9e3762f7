import type { Database } from '../db/database.ts'

/**
 * A value that is kept in the database and made on first use [G3]. Instances that start together agree: whoever writes
 * first decides, and everyone reads back what was written.
 */
export async function keptSetting(database: Database, key: string, make: () => string): Promise<string> {
  const known = await stored(database, key)
  if (known !== null) return known
  await database.kysely
    .insertInto('settings')
    .values({ key, value: make() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const value = await stored(database, key)
  if (value === null) throw new Error(`the setting ${key} is not kept`)
  return value
}

async function stored(database: Database, key: string): Promise<string | null> {
  const rows = await database.read({ text: 'select value from settings where key = $1', values: [key] })
  return rows[0]?.[0] ?? null
}
