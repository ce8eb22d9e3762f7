import { type Auth, fieldOf, holdOwner } from '../auth/index.ts'
import type { Transaction } from '../db/database.ts'
import { AppError, type Problem } from '../errors.ts'
import type { BoundWrite } from '../write/bind-write.ts'
import type { Change } from '../write/changes.ts'
import type { Intent, WriteEffect } from '../write/effects.ts'
import { onlyAdministrators } from './only-administrators.ts'
import { valuesOf } from './values.ts'

/** Media types whose records decide who may do what. */
const DECIDE = ['users', 'groups', 'permissions', 'sources', 'oauth_clients']

/** Rights that were changed hold from the next request on [P5]. */
export function forgetEffect(auth: Pick<Auth, 'forget'>): WriteEffect {
  return {
    concerns: ({ name }) => DECIDE.includes(name),
    committed: async () => auth.forget(),
  }
}

/** Permissions are given by administrators, to somebody who is there, on something that is there. */
export const permissionsEffect: WriteEffect = {
  concerns: ({ name }) => name === 'permissions' || name === 'sources' || name === 'oauth_clients',
  prepare: async (intent, { tx, rights }, problems) => {
    if (intent.type.name !== 'permissions') return intent.write
    if (!rights.unrestricted) {
      problems.push(onlyAdministrators(intent, 'permissions'))
      return intent.write
    }
    const was = await storedPermission(intent.id, tx)
    const now = intent.write === null ? {} : { ...was, ...valuesOf(intent.write) }
    const found = await heldOwners([was ?? {}, now], tx)
    if (intent.write === null) return null
    const wrong = await permissionProblems(intent.write, now, found, tx)
    const isNew = wrong.length === 0 && (was === undefined || aboutOf(was) !== aboutOf(now))
    problems.push(...(isNew ? await givenAlready(intent, now, tx) : wrong))
    return intent.write
  },
  settle: async (changes, { tx }) => {
    await refuseTwice(changes, tx)
    const gone = (type: string): readonly number[] =>
      changes.filter(({ mediaType, operation }) => mediaType === type && operation === 'Removed').map(({ id }) => id)
    const [sources, clients] = [gone('sources'), gone('oauth_clients')]
    const removal = tx.kysely.deleteFrom('permissions')
    if (sources.length > 0) await removal.where('object_type', '=', 1).where('object_id', 'in', sources).execute()
    if (clients.length > 0) await removal.where('owner_type', '=', 3).where('owner_id', 'in', clients).execute()
  },
}

/** Members of a permission; empty: there is none. */
type Permission = Readonly<Record<string, unknown>>

async function storedPermission(id: number | null, { kysely }: Transaction): Promise<Permission | undefined> {
  const stored = kysely.selectFrom('permissions').select(['owner_type', 'owner_id', 'object_type', 'object_id', 'key'])
  return id === null ? undefined : stored.where('id', '=', id).executeTakeFirst()
}

/** Whose permission it is, and on what. */
const aboutOf = (item: Permission): string =>
  [ownerOf(item), item.object_type, String(item.object_type) === '1' ? item.object_id : item.key].map(String).join(' ')

const SAME = 'there is a permission of the same owner on the same already: change that one'

/** The same may be permitted once: of two items the one that is left would go on permitting it. */
async function givenAlready(
  { id, pointer }: Intent,
  now: Permission,
  { kysely }: Transaction,
): Promise<readonly Problem[]> {
  if (![1, 2, 3].includes(Number(now.object_type))) return []
  const onSource = Number(now.object_type) === 1
  const stored = kysely
    .selectFrom('permissions')
    .select('id')
    .where('owner_type', '=', Number(now.owner_type))
    .where('owner_id', '=', Number(now.owner_id))
    .where('object_type', '=', Number(now.object_type))
    .where((is) => (onSource ? is('object_id', '=', Number(now.object_id)) : is('key', '=', String(now.key))))
    .where('id', '!=', id ?? 0)
  const same = await stored.executeTakeFirst()
  const meta = { mediaType: 'permissions', ids: [Number(same?.id)] }
  return same === undefined ? [] : [{ code: 'UNIQUE', pointer, detail: SAME, meta }]
}

/** Items of one request, which are not there yet when each of them is looked at. */
async function refuseTwice(changes: readonly Change[], { kysely }: Transaction): Promise<void> {
  const added = changes.filter(({ mediaType, operation }) => mediaType === 'permissions' && operation === 'Added')
  if (added.length < 2) return
  const ids = added.map(({ id }) => id)
  const rows = await kysely
    .selectFrom('permissions')
    .select(['owner_type', 'owner_id', 'object_type', 'object_id', 'key'])
    .where('id', 'in', ids)
    .execute()
  if (new Set(rows.map(aboutOf)).size < rows.length) throw new AppError({ code: 'UNIQUE', detail: SAME })
}

const OWNERS: Readonly<Record<string, string>> = { 1: 'user', 2: 'group', 3: 'client' }

const ownerOf = ({ owner_type: type, owner_id: id }: Permission): string => `${String(type)} ${String(id)}`

/**
 * Holds the owners of permissions, as a save of all that one is permitted does: neither comes between what the other
 * one reads and writes. Gives those that are there.
 */
async function heldOwners(permissions: readonly Permission[], { kysely }: Transaction): Promise<ReadonlySet<string>> {
  const held = new Set<string>()
  // in one order, so that two that change hands wait for each other and not in a circle
  for (const owner of [...new Set(permissions.map(ownerOf))].sort()) {
    const [type, id] = owner.split(' ').map(Number)
    if (Number.isSafeInteger(id) && (await holdOwner(kysely, Number(type), Number(id)))) held.add(owner)
  }
  return held
}

async function permissionProblems(
  write: BoundWrite,
  now: Permission,
  owners: ReadonlySet<string>,
  { kysely }: Transaction,
): Promise<readonly Problem[]> {
  const problems: Problem[] = []
  const wrong = (member: string, detail: string): void => {
    problems.push({ code: 'VALIDATION', pointer: `${write.pointer}/${member}`, detail })
  }
  const holder = OWNERS[String(now.owner_type)] ?? 'group'
  if (!owners.has(ownerOf(now))) wrong('owner_id', `there is no ${holder} with id ${String(now.owner_id)}`)
  const kind = String(now.object_type)
  const key = typeof now.key === 'string' && now.key !== '' ? now.key : null
  if (kind === '1') {
    const source = kysely
      .selectFrom('sources')
      .select('id')
      .where('id', '=', Number(now.object_id ?? 0))
    if ((await source.executeTakeFirst()) === undefined) wrong('object_id', 'expected the id of a source')
  } else if (key === null) {
    wrong('key', kind === '2' ? 'expected the name of a media type' : 'expected the key of the switch')
  } else if (kind === '2') {
    const type = kysely.selectFrom('adm_mediatypes').select('id').where('name', '=', key)
    if ((await type.executeTakeFirst()) === undefined) wrong('key', `there is no media type ${JSON.stringify(key)}`)
  } else if (key.startsWith('field:')) {
    const about = fieldOf({ objectType: 3, key })
    const field = kysely
      .selectFrom('adm_fields')
      .select('id')
      .where('mediatype', '=', about?.mediaType ?? '')
      .where('name', '=', about?.field ?? '')
    if ((await field.executeTakeFirst()) === undefined)
      wrong('key', 'expected field:<media type>.<field> of a field that is there')
  }
  return problems
}
