import type { Database } from '../db/database.ts'

/** Reads users' stored preferences; null for a user there is not. */
export function storedPreferences(database: Pick<Database, 'read'>): (userId: number) => Promise<unknown> {
  return async (userId) => {
    const [row] = await database.read({
      name: 'user-preferences',
      text: 'select preferences::text from users where id = $1',
      values: [userId],
    })
    return JSON.parse(row?.[0] ?? 'null')
  }
}
