import { sql } from 'kysely'
import { endSignIns } from '../auth/index.ts'
import type { Transaction } from '../db/database.ts'
import { AppError, type Problem } from '../errors.ts'
import type { Change } from '../write/changes.ts'
import type { Intent, WriteEffect } from '../write/effects.ts'
import { withHash } from './hashed.ts'
import { togetherProblems } from './together.ts'
import { written } from './values.ts'

/** Any number that only saves which take an administrator away lock. */
const LOCK = 7_265_417_925

const MEMBERSHIP = 'user_groups'

/**
 * Users and groups: passwords are hashed, a new one ends what the old one began, somebody stays to administer, and only
 * administrators make administrators or give rights.
 */
export const usersEffect: WriteEffect = {
  concerns: ({ name }) => name === 'users' || name === 'groups',
  prepare: async (intent, { tx, rights }, problems) => {
    if (!rights.unrestricted) problems.push(...(await forbidden(intent, tx)))
    problems.push(...(await togetherProblems(intent, tx)))
    return intent.type.name === 'users' && intent.write !== null
      ? withHash(intent.write, 'password', problems)
      : intent.write
  },
  settle: async (changes, { tx }) => {
    const users = changes.filter(({ mediaType }) => mediaType === 'users')
    if (users.some(mayTakeAdministrator)) await keepAdministrator(tx)
    const out = users.filter(endsSessions).map(({ id }) => id)
    await endSignIns(tx.kysely, out)
    await dropRights(tx, changes)
  },
}

async function forbidden({ type, id, write, pointer }: Intent, tx: Transaction): Promise<readonly Problem[]> {
  const at = pointer === '' ? {} : { pointer }
  const problems: Problem[] = []
  if (type.name === 'users') {
    const user = tx.kysely
      .selectFrom('users')
      .select('is_administrator')
      .where('id', '=', id ?? 0)
    if ((await user.executeTakeFirst())?.is_administrator === true)
      problems.push({ code: 'FORBIDDEN', ...at, detail: 'only administrators change administrators' })
    const role = written(write, 'is_administrator')
    if (role?.value === true)
      problems.push({ code: 'FORBIDDEN', pointer: role.pointer, detail: 'only administrators make administrators' })
  }
  for (const { relation, values, pointer: place } of write?.links ?? []) {
    const membership = relation.via.kind === 'link' && relation.via.table === MEMBERSHIP
    if (!membership || (id === null && values.length === 0)) continue
    problems.push({ code: 'FORBIDDEN', pointer: place, detail: 'only administrators change who is in a group' })
  }
  return problems
}

function mayTakeAdministrator({ operation, fields }: Change): boolean {
  return operation === 'Removed' || fields.is_administrator !== undefined || fields.is_disabled !== undefined
}

async function keepAdministrator(tx: Transaction): Promise<void> {
  // of two who take each other's role away the second one waits and is refused
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx.kysely)
  const left = tx.kysely
    .selectFrom('users')
    .select('id')
    .where('is_administrator', '=', true)
    .where('is_disabled', '=', false)
    .limit(1)
  if ((await left.executeTakeFirst()) !== undefined) return
  throw new AppError({
    code: 'VALIDATION',
    detail: 'somebody must administer: make another user an administrator first',
  })
}

/** A password that was changed, and a user who may no longer sign in, end sessions and tokens. */
function endsSessions({ operation, fields }: Change): boolean {
  return operation === 'Changed' && (fields.password !== undefined || fields.is_disabled?.new === true)
}

const OWNER_TYPES: Readonly<Record<string, number>> = { users: 1, groups: 2 }

/** Rights go with who had them, so that nobody else comes by them. */
async function dropRights({ kysely }: Transaction, changes: readonly Change[]): Promise<void> {
  for (const { mediaType, id, operation } of changes) {
    const ownerType = OWNER_TYPES[mediaType]
    if (operation !== 'Removed' || ownerType === undefined) continue
    await kysely.deleteFrom('permissions').where('owner_type', '=', ownerType).where('owner_id', '=', id).execute()
  }
}
