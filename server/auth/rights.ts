import { type MediaTypeRights, type Rights, type SourceRights, UNRESTRICTED } from '../catalog/rights.ts'
import type { Database, TextRow } from '../db/database.ts'
import { toBase64Url } from './base64url.ts'
import type { AuthMemory } from './memory.ts'

/** Every grant of a user and the user's groups, with granted sources' descendants, in one statement [P1], [P2]. */
const GRANTS = `
with recursive granted as (
  select object_type, object_id, key, can_read, can_write, can_delete
  from permissions
  where (owner_type = 1 and owner_id = $1)
    or (owner_type = 2 and owner_id in (select group_id from user_groups where user_id = $1))
), tree (id, can_read, can_write, can_delete) as (
  select object_id, can_read, can_write, can_delete from granted where object_type = 1 and object_id is not null
  union
  select s.id, t.can_read, t.can_write, t.can_delete from sources s join tree t on s.parent = t.id
)
select 'source', id::text, bool_or(can_read)::text, bool_or(can_write)::text, bool_or(can_delete)::text
from tree group by id
union all
select 'mediatype', key, bool_or(can_read)::text, bool_or(can_write)::text, bool_or(can_delete)::text
from granted where object_type = 2 and key is not null group by key`

/** How long rights and callers are believed without asking the database again, in milliseconds [P5]. */
export const BELIEF = 5_000

export interface RightsUntil {
  readonly rights: Rights
  /** Unix milliseconds. */
  readonly until: number
}

/** Reads what a user may do: the union of what the user and the user's groups were granted. */
export async function readRights(database: Database, userId: number): Promise<Rights> {
  const rows = await database.read({ name: 'auth_rights', text: GRANTS, values: [userId] })
  const mediaTypes = new Map<string, MediaTypeRights>()
  for (const [kind, key, read, write, remove] of rows) {
    if (kind !== 'mediatype' || !key) continue
    mediaTypes.set(key, { read: read === 'true', write: write === 'true', delete: remove === 'true' })
  }
  const sources: SourceRights = { read: sourceIds(rows, 2), write: sourceIds(rows, 3), delete: sourceIds(rows, 4) }
  return { unrestricted: false, mediaTypes, sources, signature: await signature(mediaTypes, sources) }
}

/** Reads rights through memory; several requests of one user that miss at once ask the database once. */
export function rightsReader(database: Database, memory: AuthMemory, now: () => number) {
  const reading = new Map<string, Promise<RightsUntil>>()

  async function read(userId: number): Promise<RightsUntil> {
    const { generation } = memory
    const until = now() + BELIEF
    const entry = { rights: await readRights(database, userId), until }
    if (generation === memory.generation) memory.rights.set(String(userId), entry)
    return entry
  }

  return async (userId: number, unrestricted: boolean): Promise<RightsUntil> => {
    if (unrestricted) return { rights: UNRESTRICTED, until: Number.POSITIVE_INFINITY }
    const known = memory.rights.get(String(userId))
    if (known !== undefined && known.until > now()) return known
    // A read begun before rights changed must not answer a request that came after.
    const turn = `${memory.generation}:${userId}`
    const pending = reading.get(turn) ?? read(userId).finally(() => reading.delete(turn))
    reading.set(turn, pending)
    return pending
  }
}

function sourceIds(rows: readonly TextRow[], column: number): readonly number[] {
  return rows
    .filter((row) => row[0] === 'source' && row[column] === 'true')
    .map((row) => Number(row[1]))
    .sort((a, b) => a - b)
}

async function signature(mediaTypes: ReadonlyMap<string, MediaTypeRights>, sources: SourceRights): Promise<string> {
  const types = [...mediaTypes]
    .map(([name, rights]) => [name, rights.read, rights.write, rights.delete] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const content = JSON.stringify([types, sources.read, sources.write, sources.delete])
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(content)))
  return toBase64Url(hash.subarray(0, 16))
}
