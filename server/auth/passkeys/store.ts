import type { Kysely } from 'kysely'
import type { Passkey } from '../../../shared/account.ts'
import type { Database } from '../../db/database.ts'
import type { Passkeys } from '../../db/passkey-tables.ts'
import type { Tables } from '../../db/tables.ts'

type Needs = { readonly database: Pick<Database, 'kysely'> }

/** What a browser is told of a credential. */
export interface KnownCredential {
  readonly credentialId: string
  readonly transports: readonly string[]
}

/** What an assertion is checked against. */
export interface StoredPasskey {
  readonly id: number
  readonly userId: number
  readonly userHandle: string
  readonly publicKey: string
}

const COLUMNS = ['id', 'credential_id', 'name', 'created_at', 'last_used_at', 'is_backed_up'] as const

export async function passkeysOf({ database }: Needs, userId: number): Promise<readonly Passkey[]> {
  const own = database.kysely.selectFrom('marquee_passkeys').select(COLUMNS).where('user_id', '=', userId)
  return (await own.orderBy('id').execute()).map(shown)
}

/** A passkey of the user's own; null for anybody else's. */
export async function ownPasskey({ database }: Needs, userId: number, id: number): Promise<Passkey | null> {
  const own = database.kysely.selectFrom('marquee_passkeys').select(COLUMNS).where('user_id', '=', userId)
  const row = await own.where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : shown(row)
}

export async function hasPasskeys({ database }: Needs, userId: number): Promise<boolean> {
  const own = database.kysely.selectFrom('marquee_passkeys').select('id').where('user_id', '=', userId)
  return (await own.limit(1).executeTakeFirst()) !== undefined
}

export async function countPasskeys(kysely: Kysely<Tables>, userId: number): Promise<number> {
  const own = kysely.selectFrom('marquee_passkeys').select(({ fn }) => fn.countAll().as('count'))
  return Number((await own.where('user_id', '=', userId).executeTakeFirstOrThrow()).count)
}

/** The user's credentials, and the handle their authenticators know the user by; null when there are none. */
export async function credentialsOf(
  { database }: Needs,
  userId: number,
): Promise<{ readonly known: readonly KnownCredential[]; readonly userHandle: string | null }> {
  const columns = ['credential_id', 'transports', 'user_handle'] as const
  const own = database.kysely.selectFrom('marquee_passkeys').select(columns).where('user_id', '=', userId)
  const rows = await own.orderBy('id').execute()
  const known = rows.map(({ credential_id: credentialId, transports }) => {
    return { credentialId, transports: transports.split(' ').filter((each) => each !== '') }
  })
  return { known, userHandle: rows[0]?.user_handle ?? null }
}

export async function storedPasskey({ database }: Needs, credentialId: string): Promise<StoredPasskey | null> {
  const row = await database.kysely
    .selectFrom('marquee_passkeys')
    .select(['id', 'user_id', 'user_handle', 'public_key'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  if (row === undefined) return null
  const { user_handle: userHandle, public_key: publicKey } = row
  return { id: Number(row.id), userId: Number(row.user_id), userHandle, publicKey }
}

/** Null when somebody has that credential already. */
export async function addPasskey(kysely: Kysely<Tables>, row: Omit<Passkeys, 'id'>): Promise<Passkey | null> {
  const added = await kysely
    .insertInto('marquee_passkeys')
    .values(row)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(COLUMNS)
    .executeTakeFirst()
  return added === undefined ? null : shown(added)
}

/**
 * Notes a use; false for a passkey that is gone, and for a counter that did not grow: a copy of the key was used in
 * between (WebAuthn, section 6.1.1). An authenticator that does not count says 0 each time.
 */
export async function notePasskeyUse(
  kysely: Kysely<Tables>,
  id: number,
  use: { readonly counter: number; readonly at: number; readonly backedUp: boolean },
): Promise<boolean> {
  const noted = await kysely
    .updateTable('marquee_passkeys')
    .set({ counter: use.counter, last_used_at: use.at, is_backed_up: use.backedUp })
    .where('id', '=', id)
    .where((where) => (use.counter === 0 ? where('counter', '=', 0) : where('counter', '<', use.counter)))
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}

export async function renamePasskey(
  { database }: Needs,
  userId: number,
  id: number,
  name: string,
): Promise<Passkey | null> {
  const own = database.kysely.updateTable('marquee_passkeys').set({ name }).where('user_id', '=', userId)
  const renamed = await own.where('id', '=', id).returning(COLUMNS).executeTakeFirst()
  return renamed === undefined ? null : shown(renamed)
}

/** False when it was gone already. */
export async function removePasskey({ database }: Needs, userId: number, id: number): Promise<boolean> {
  const own = database.kysely.deleteFrom('marquee_passkeys').where('user_id', '=', userId).where('id', '=', id)
  return (await own.returning('id').executeTakeFirst()) !== undefined
}

/** Removes all that a user has. */
export async function removePasskeys(kysely: Kysely<Tables>, userId: number): Promise<void> {
  await kysely.deleteFrom('marquee_passkeys').where('user_id', '=', userId).execute()
}

type Row = Pick<Passkeys, 'credential_id' | 'name' | 'created_at' | 'last_used_at' | 'is_backed_up'> & {
  readonly id: number
}

function shown({
  id,
  credential_id: credentialId,
  name,
  created_at,
  last_used_at,
  is_backed_up: backedUp,
}: Row): Passkey {
  const lastUsedAt = last_used_at === null ? null : Number(last_used_at)
  return { id: Number(id), credentialId, name, createdAt: Number(created_at), lastUsedAt, backedUp }
}
