import type { Preferences, UserProfile } from '../../shared/session.ts'
import type { Database, Transaction } from '../db/database.ts'
import { databaseErrorCode } from '../db/errors.ts'
import { AppError } from '../errors.ts'
import { isObject } from '../write/body.ts'

const PROFILE = `
select u.id::text, u.username, u.name, u.email, u.is_administrator::text, u.preferences::text,
  (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name, g.id), '[]')::text
   from user_groups m join groups g on g.id = m.group_id where m.user_id = u.id)
from users u where u.id = $1`

/** What may be changed of a profile. */
export type ProfileChange = Pick<UserProfile, 'name' | 'email' | 'preferences'>

/** @throws {AppError} NOT_FOUND for a user there is not (any more). */
export async function readProfile(database: Pick<Database, 'read'>, userId: number | null): Promise<UserProfile> {
  return userId === null ? noUser() : profileOf(database, { name: 'user-profile', text: PROFILE, values: [userId] })
}

/**
 * Changes a profile under a lock of its row, so that of two changes at once neither undoes the other.
 *
 * @throws {AppError} UNIQUE when another user has the e-mail address.
 */
export async function changeProfile(
  database: Database,
  userId: number | null,
  change: (profile: UserProfile) => ProfileChange,
): Promise<UserProfile> {
  if (userId === null) return noUser()
  const work = async (tx: Transaction): Promise<UserProfile> => {
    const before = await profileOf(tx, { text: `${PROFILE} for update of u`, values: [userId] })
    const after = { ...before, ...change(before) }
    if (JSON.stringify(after) === JSON.stringify(before)) return before
    await store(tx, after)
    // as it will be read from now on: Postgres keeps members in an order of its own
    return profileOf(tx, { text: PROFILE, values: [userId] })
  }
  return database.transaction(work).catch((error: unknown) => {
    if (databaseErrorCode(error)?.constraint !== 'users_email') throw error
    const detail = 'Another user has this e-mail address.'
    throw new AppError({ code: 'UNIQUE', pointer: '/email', detail, meta: { field: 'email' } })
  })
}

async function store(tx: Transaction, { id, name, email, preferences }: UserProfile): Promise<void> {
  const text = `update users set name = $2, email = $3, preferences = $4::text::jsonb, version = version + 1
    where id = $1 returning id::text`
  await tx.read({ text, values: [id, name, email, JSON.stringify(preferences)] })
}

async function profileOf(
  database: Pick<Database, 'read'>,
  statement: Parameters<Database['read']>[0],
): Promise<UserProfile> {
  const [row] = await database.read(statement)
  if (row === undefined) return noUser()
  const [id, username, name, email, isAdministrator, preferences, groups] = row
  const stored: unknown = JSON.parse(preferences ?? '{}')
  return {
    id: Number(id),
    username: username ?? '',
    name: name ?? '',
    email: email ?? null,
    isAdministrator: isAdministrator === 'true',
    groups: JSON.parse(groups ?? '[]'),
    preferences: isObject(stored) ? (stored as Preferences) : {},
  }
}

function noUser(): never {
  throw new AppError({ code: 'NOT_FOUND', detail: 'the caller is no user, or one that was removed' })
}
