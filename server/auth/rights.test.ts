import { beforeAll, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { readItems } from './permission-items.ts'
import { type ItemSource, readRights, rightsReader } from './rights.ts'
import { addClient, addUser, openTestDatabase } from './test-service.ts'

let database: Database
const observed: string[] = []
const items: ItemSource = (owners) => readItems(database, owners)

beforeAll(async () => {
  database = await openTestDatabase(observed)
})

interface Grant {
  readonly can_read?: boolean
  readonly can_write?: boolean
  readonly can_delete?: boolean
}

const no = { can_read: false, can_write: false, can_delete: false }

async function grantType(ownerType: 1 | 2 | 3, ownerId: number, key: string | null, grant: Grant): Promise<void> {
  const owner = { owner_type: ownerType, owner_id: ownerId }
  await database.kysely
    .insertInto('permissions')
    .values({ ...owner, object_type: 2, object_id: null, key, ...no, ...grant })
    .execute()
}

async function grantSource(ownerType: 1 | 2 | 3, ownerId: number, sourceId: number, grant: Grant): Promise<void> {
  const owner = { owner_type: ownerType, owner_id: ownerId }
  await database.kysely
    .insertInto('permissions')
    .values({ ...owner, object_type: 1, object_id: sourceId, key: null, ...no, ...grant })
    .execute()
}

async function addSource(name: string, parent: number | null): Promise<number> {
  const text = 'insert into sources (name, parent) values ($1, $2) returning id::text'
  const [row] = await database.read({ text, values: [name, parent] })
  return Number(row?.[0])
}

async function addGroup(name: string, ...members: number[]): Promise<number> {
  const group = await database.kysely.insertInto('groups').values({ name }).returning('id').executeTakeFirstOrThrow()
  const id = Number(group.id)
  for (const user_id of members)
    await database.kysely.insertInto('user_groups').values({ user_id, group_id: id }).execute()
  return id
}

test('[P1] rights on media types are the union of the user’s and the groups’ permission items', async () => {
  const user = await addUser(database, 'union')
  const [editors, strangers] = [await addGroup('editors', user), await addGroup('strangers')]
  await grantType(1, user, 'movies', { can_read: true })
  await grantType(2, editors, 'movies', { can_write: true })
  await grantType(2, editors, 'genres', { can_read: true, can_delete: true })
  await grantType(2, strangers, 'people', { can_read: true })
  await grantType(1, user, null, { can_read: true })
  const { mediaTypes, unrestricted } = await readRights(database, user)
  expect(unrestricted).toBe(false)
  expect(Object.fromEntries(mediaTypes)).toEqual({
    movies: { read: true, write: true, delete: false },
    genres: { read: true, write: false, delete: true },
  })
})

test('[P2] [AUTH28] a source’s grant reaches its descendants, and only those', async () => {
  const user = await addUser(database, 'sources')
  const group = await addGroup('source readers', user)
  const root = await addSource('root', null)
  const [left, right] = [await addSource('left', root), await addSource('right', root)]
  const leaf = await addSource('leaf', left)
  await grantSource(1, user, left, { can_read: true })
  await grantSource(2, group, leaf, { can_write: true, can_delete: true })
  await grantSource(2, group, right, {})
  expect((await readRights(database, user)).sources).toEqual({ read: [left, leaf], write: [leaf], delete: [leaf] })
})

test('[P2] a circle of sources does not hang', async () => {
  const user = await addUser(database, 'circle')
  const first = await addSource('first', null)
  const second = await addSource('second', first)
  await database.read({ text: 'update sources set parent = $1 where id = $2', values: [second, first] })
  await grantSource(1, user, second, { can_read: true })
  expect((await readRights(database, user)).sources?.read).toEqual([first, second])
})

test('[P1] [P2] a user without permission items may do nothing', async () => {
  const rights = await readRights(database, await addUser(database, 'nobody'))
  expect(rights).toMatchObject({ unrestricted: false, sources: { read: [], write: [], delete: [] } })
  expect(rights.mediaTypes.size).toBe(0)
})

test('[P1] equal rights have equal signatures, whatever they came from', async () => {
  const [one, two, three] = [
    await addUser(database, 'one'),
    await addUser(database, 'two'),
    await addUser(database, 'three'),
  ]
  const group = await addGroup('signed', two)
  await grantType(1, one, 'movies', { can_read: true })
  await grantType(1, one, 'genres', { can_read: true })
  await grantType(2, group, 'genres', { can_read: true })
  await grantType(1, two, 'movies', { can_read: true })
  await grantType(1, three, 'movies', { can_read: true, can_write: true })
  const [a, b, c] = await Promise.all([one, two, three].map((user) => readRights(database, user)))
  expect(a?.signature).toBe(b?.signature)
  expect(a?.signature).not.toBe(c?.signature)
  expect(a?.signature).toMatch(/^[\w-]{22}$/)
})

test('[P2] [P2.a] administrators and services are unrestricted without a statement', async () => {
  const rightsOf = rightsReader(items)
  observed.length = 0
  expect(await rightsOf({ userId: 1, clientId: null, unrestricted: true })).toMatchObject({
    unrestricted: true,
    sources: null,
  })
  expect(observed).toHaveLength(0)
})

test('[AUTH25] [SVC:permission-oauth-client] a client’s own items narrow what its users may do through it', async () => {
  const user = await addUser(database, 'narrowed')
  for (const name of ['narrow', 'wide']) await addClient(database, name, { type: 2 })
  const client = await database.kysely
    .selectFrom('oauth_clients')
    .select('id')
    .where('client_id', '=', 'narrow')
    .executeTakeFirstOrThrow()
  const root = await addSource('narrow root', null)
  const leaf = await addSource('narrow leaf', root)
  await grantType(1, user, 'movies', { can_read: true, can_write: true })
  await grantType(1, user, 'genres', { can_read: true })
  await grantSource(1, user, root, { can_read: true, can_write: true })
  await grantType(3, Number(client.id), 'movies', { can_read: true, can_delete: true })
  await grantType(3, Number(client.id), 'people', { can_read: true })
  const rightsOf = rightsReader(items)
  const through = (clientId: string | null, unrestricted = false) => rightsOf({ userId: user, clientId, unrestricted })
  const own = await through(null)
  expect(await through('wide')).toEqual(own)
  const narrow = await through('narrow')
  expect([...narrow.mediaTypes]).toEqual([['movies', { read: true, write: false, delete: false }]])
  // it has no items of sources, which it does not narrow then
  expect(narrow.sources).toEqual(own.sources)
  await grantSource(3, Number(client.id), leaf, { can_read: true })
  expect((await through('narrow')).sources).toEqual({ read: [leaf], write: [], delete: [] })
  const administrator = await through('narrow', true)
  expect(administrator.unrestricted).toBe(false)
  expect(administrator.mediaTypes.get('movies')).toEqual({ read: true, write: false, delete: true })
  expect((await through('wide', true)).unrestricted).toBe(true)
})
