import { sql } from 'kysely'
import { suggestion } from '../../../shared/suggest.ts'
import type { Transaction } from '../../db/database.ts'
import { CommandFailure } from '../failure.ts'

export interface FoundUser {
  readonly id: number
  readonly username: string
}

/** The user of a name or e-mail address, whatever the case; the row is locked. */
export async function findUser({ kysely }: Transaction, name: string): Promise<FoundUser> {
  const users = await kysely
    .selectFrom('users')
    .select(['id', 'username'])
    .where(sql<boolean>`${name.toLowerCase()} in (lower(username), lower(email))`)
    .forUpdate()
    .execute()
  // a name comes before another user's address
  const found = users.find(({ username }) => username.toLowerCase() === name.toLowerCase()) ?? users[0]
  if (found !== undefined) return found
  const all = await kysely.selectFrom('users').select('username').limit(1000).execute()
  const names = all.map(({ username }) => username)
  throw new CommandFailure(`there is no user ${JSON.stringify(name)}${suggestion(name, names)}`)
}

/** Ids of groups by their names, each of which must be there. */
export async function findGroups({ kysely }: Transaction, names: readonly string[]): Promise<readonly number[]> {
  const groups = await kysely.selectFrom('groups').select(['id', 'name']).execute()
  return names.map((name) => {
    const found = groups.find((group) => group.name === name)
    if (found !== undefined) return found.id
    const known = groups.map((group) => group.name)
    const where = known.length === 0 ? '; there is none yet: groups are made under Administration' : ''
    throw new CommandFailure(`there is no group ${JSON.stringify(name)}${where}${suggestion(name, known)}`)
  })
}

/** Makes the user a member; being one already is as good. */
export async function joinGroups({ kysely }: Transaction, userId: number, groupIds: readonly number[]): Promise<void> {
  if (groupIds.length === 0) return
  await kysely
    .insertInto('user_groups')
    .values(groupIds.map((group_id) => ({ user_id: userId, group_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Whether somebody can administer the service. */
export async function hasAdministrator({ kysely }: Transaction): Promise<boolean> {
  const found = await kysely
    .selectFrom('users')
    .select('id')
    .where('is_administrator', '=', true)
    .where('is_disabled', '=', false)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
