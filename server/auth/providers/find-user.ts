import { sql } from 'kysely'
import type { Auth } from '../auth.ts'
import { randomText } from '../base64url.ts'
import { hashPassword } from '../password.ts'
import { linkIdentity, useIdentity } from './identities.ts'
import { type Profile, ProviderFault } from './provider.ts'

type Needs = Pick<Auth, 'database' | 'now' | 'providers'>

/**
 * The user who an account at a provider is: the one it is linked to, else, where the configuration allows it, the one
 * with the same verified e-mail address, else one that is new. @throws {ProviderFault} for nobody
 */
export async function userOfProfile(auth: Needs, provider: string, profile: Profile): Promise<number> {
  const linked = await useIdentity(auth, provider, profile)
  if (linked !== null) return linked
  const { linkByEmail, create } = auth.providers
  const { email } = profile
  if (email !== null && linkByEmail) {
    const found = await linkedByEmail(auth, provider, profile, email)
    if (found !== null) return found
  }
  if (email !== null && create !== null && isOf(email, create.domains)) {
    const created = await createdUser(auth, provider, profile, email)
    if (created !== null) return created
  }
  throw new ProviderFault('unlinked', 'nobody is linked to that account')
}

/**
 * Somebody who has an account of that provider already is not given another one: an address at a provider may have
 * changed hands.
 */
async function linkedByEmail(
  { database, now }: Needs,
  provider: string,
  profile: Profile,
  email: string,
): Promise<number | null> {
  return database.transaction(async ({ kysely }) => {
    const owners = kysely.selectFrom('users').select(['id', 'email'])
    const alike = owners.where(sql<boolean>`lower(email) = lower(${email})`).where('is_disabled', '=', false)
    const owner = await alike.forUpdate().executeTakeFirst()
    if (owner === undefined || plainCase(owner.email ?? '') !== plainCase(email)) return null
    const userId = Number(owner.id)
    const others = kysely.selectFrom('marquee_identities').select('id').where('user_id', '=', userId)
    const other = await others.where('issuer', '=', profile.issuer).executeTakeFirst()
    if (other !== undefined) return null
    return linkIdentity(kysely, Math.floor(now() / 1000), { userId, provider, profile })
  })
}

/** Null when the address is somebody's already, as username or as e-mail address. */
async function createdUser(
  { database, now, providers: { create } }: Needs,
  provider: string,
  profile: Profile,
  email: string,
): Promise<number | null> {
  const passwordHash = await hashPassword(randomText(32))
  return database.transaction(async ({ kysely }) => {
    const known = kysely.selectFrom('users').select('id')
    const taken = known.where(sql<boolean>`lower(${email}) in (lower(username), lower(email))`)
    if ((await taken.executeTakeFirst()) !== undefined) return null
    const name = create?.group ?? ''
    const group = await kysely.selectFrom('groups').select('id').where('name', '=', name).executeTakeFirst()
    if (group === undefined) throw new ProviderFault('failed', 'the group of SIGN_IN_CREATE_USERS is not there')
    const user = await kysely
      .insertInto('users')
      .values({ username: email, name: profile.name ?? email, email, password_hash: passwordHash, preferences: '{}' })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (user === undefined) return null
    const userId = Number(user.id)
    const owner = await linkIdentity(kysely, Math.floor(now() / 1000), { userId, provider, profile })
    // two answers about one person came at once: the other one was first
    if (owner !== userId) throw new ProviderFault('failed', 'the account was linked meanwhile')
    await kysely.insertInto('user_groups').values({ user_id: userId, group_id: group.id }).execute()
    return userId
  })
}

function isOf(email: string, domains: readonly string[]): boolean {
  const domain = plainCase(email.slice(email.lastIndexOf('@') + 1))
  return domains.includes('*') || domains.includes(domain)
}

/**
 * In lower case as mail servers know it, of ASCII alone: of all letters, the Kelvin sign becomes a k, and in some databases
 * a dotted capital I an i, so that somebody else's address would do (Unicode Technical Report 36, section 3).
 */
function plainCase(address: string): string {
  return address.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
