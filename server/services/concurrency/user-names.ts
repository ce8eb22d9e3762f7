import type { Database } from '../../db/database.ts'

/** Names of those users that exist, by id. */
export type UserNames = (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>

interface Known {
  readonly name: string
  readonly until: number
}

/** Users that are remembered: more than are ever at work at once. */
const MOST = 10_000

/** Looks names up and believes them for a while; who is unknown is looked for each time. */
export function userNames(database: Pick<Database, 'read'>, keptMs: number, now: () => number = Date.now): UserNames {
  const known = new Map<number, Known>()
  return async (ids) => {
    const at = now()
    const asked = [...new Set(ids)].filter((id) => (known.get(id)?.until ?? 0) <= at)
    if (asked.length > 0) {
      const found = await database.read({ name: 'presence_names', text: NAMES, values: [asked] })
      if (known.size > MOST) known.clear()
      for (const id of asked) known.delete(id)
      for (const [id, name] of found) known.set(Number(id), { name: name ?? '', until: at + keptMs })
    }
    return new Map(
      ids.flatMap((id) => {
        const user = known.get(id)
        return user === undefined ? [] : [[id, user.name] as const]
      }),
    )
  }
}

const NAMES = "select id::text, coalesce(nullif(name, ''), username) from users where id = any($1::bigint[])"
