import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Auth } from '../auth.ts'
import type { Profile } from './provider.ts'

type Needs = Pick<Auth, 'database' | 'now'>

/** An account at a provider as its owner sees it; times in Unix seconds. */
export interface Identity {
  readonly id: number
  /** The provider's key. */
  readonly provider: string
  readonly label: string | null
  readonly linkedAt: number
  readonly usedAt: number | null
}

export async function identitiesOf({ database: { kysely } }: Needs, userId: number): Promise<readonly Identity[]> {
  const rows = await kysely
    .selectFrom('marquee_identities')
    .select(['id', 'provider', 'label', 'linked_at', 'used_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: Number(row.id),
    provider: row.provider,
    label: row.label,
    linkedAt: Number(row.linked_at),
    usedAt: row.used_at === null ? null : Number(row.used_at),
  }))
}

/** The user whose account it is, which is noted as used; null: nobody's. */
export async function useIdentity(
  { database, now }: Needs,
  provider: string,
  profile: Profile,
): Promise<number | null> {
  const used = await database.kysely
    .updateTable('marquee_identities')
    .set({ provider, used_at: Math.floor(now() / 1000), label: labelOf(profile) })
    .where('issuer', '=', profile.issuer)
    .where('subject', '=', profile.subject)
    .returning('user_id')
    .executeTakeFirst()
  return used === undefined ? null : Number(used.user_id)
}

/** Links an account to a user; gives whose it is then, which is another one's when that was first. */
export async function linkIdentity(
  kysely: Kysely<Tables>,
  at: number,
  { userId, provider, profile }: { readonly userId: number; readonly provider: string; readonly profile: Profile },
): Promise<number | null> {
  const { issuer, subject } = profile
  await kysely
    .insertInto('marquee_identities')
    .values({
      ...{ user_id: userId, provider, issuer, subject },
      ...{ label: labelOf(profile), linked_at: at, used_at: null },
    })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .execute()
  const known = kysely.selectFrom('marquee_identities').select('user_id').where('issuer', '=', issuer)
  const owner = await known.where('subject', '=', subject).executeTakeFirst()
  return owner === undefined ? null : Number(owner.user_id)
}

/** False: the user has no such account. */
export async function unlinkIdentity({ database }: Needs, userId: number, id: number): Promise<boolean> {
  const own = database.kysely.deleteFrom('marquee_identities').where('user_id', '=', userId).where('id', '=', id)
  return (await own.returning('id').executeTakeFirst()) !== undefined
}

function labelOf({ email, name }: Profile): string | null {
  return email ?? name
}
