import { beforeAll, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import type { BoundedMap } from './bounded-map.ts'
import { handleHash } from './handle.ts'
import { createAuth, createAuthMemory } from './index.ts'
import { addUser, ORIGIN, openTestDatabase, signIn, testApp, testClock } from './test-service.ts'

const observed: string[] = []
let database: Database

beforeAll(async () => {
  database = await openTestDatabase(observed)
})

/** A memory that tells under which keys what was kept. */
function watchedMemory() {
  const memory = createAuthMemory()
  const kept: Record<string, Map<string, unknown>> = {}
  const watched = Object.entries(memory).map(([name, value]) => {
    if (typeof value !== 'object' || value === null) return [name, value]
    const map = value as BoundedMap<unknown>
    const entries = new Map<string, unknown>()
    kept[name] = entries
    const set = (key: string, entry: unknown): void => {
      entries.set(key, entry)
      map.set(key, entry)
    }
    const remove = (key: string): void => {
      entries.delete(key)
      map.delete(key)
    }
    return [name, { ...map, set, delete: remove }]
  })
  return { memory: Object.fromEntries(watched) as typeof memory, kept }
}

test('[AUTH29] of a user one entry is kept, with the rights on sources in it, by the hash of the token', async () => {
  const { memory, kept } = watchedMemory()
  const auth = createAuth({ database, memory })
  const app = testApp(auth)
  const user = await addUser(database, 'vera')
  const [row] = await database.read({ text: "insert into sources (name) values ('one') returning id", values: [] })
  const source = Number(row?.[0])
  await database.kysely
    .insertInto('permissions')
    .values({
      ...{ owner_type: 1, owner_id: user, object_type: 1, object_id: source, key: null },
      ...{ can_read: true, can_write: false, can_delete: false },
    })
    .execute()
  const { cookie } = await signIn(app, 'vera')
  const { access, refresh } = await auth.tokens.issue({ userId: user, clientId: null })
  for (const headers of [{ cookie }, { authorization: `Bearer ${access}` }])
    for (let i = 0; i < 3; i++) expect((await app.request(`${ORIGIN}/api/v1/movies`, { headers })).status).toBe(200)

  const session = await auth.sessions.read(cookie.slice(cookie.indexOf('=') + 1))
  const tokens = [access, session?.access ?? '']
  expect([...(kept.callers?.keys() ?? [])].toSorted()).toEqual(tokens.map(handleHash).toSorted())
  for (const entry of kept.callers?.values() ?? [])
    expect(entry).toMatchObject({ caller: { userId: user, rights: { sources: { read: [source] } } } })
  const others = Object.entries(kept).filter(([name]) => name !== 'callers')
  const inOthers = others.flatMap(([name, entries]) => [...entries].map((entry) => [name, ...entry]))
  // the page server's secret, and the keys that tokens are signed with
  expect(new Set(inOthers.map(([name]) => name))).toEqual(new Set(['clientSecrets', 'publicKeys']))
  const all = JSON.stringify([...inOthers, [...(kept.callers ?? [])]])
  for (const secret of [...tokens, refresh, session?.refresh ?? '', cookie]) expect(all).not.toContain(secret)
})

test('[P5] [AUTH29] rights are read once for many requests of a token, and again after at most five seconds', async () => {
  const clock = testClock()
  const auth = createAuth({ database, now: clock.now })
  const user = await addUser(database, 'cached')
  const { access } = await auth.tokens.issue({ userId: user, clientId: null })
  const statements = async (): Promise<number> => {
    observed.length = 0
    await Promise.all([auth.callers.resolve(access), auth.callers.resolve(access)])
    await auth.callers.resolve(access)
    return observed.filter((text) => text.includes('granted')).length
  }
  expect(await statements()).toBe(1)
  clock.advance(4.999)
  expect(await statements()).toBe(0)
  clock.advance(0.002)
  expect(await statements()).toBe(1)
})

test('[AUTH29] a token that replaced another one is found by the hash of the refresh token, for the window', async () => {
  const clock = testClock()
  const { memory, kept } = watchedMemory()
  const auth = createAuth({ database, memory, now: clock.now })
  const user = await addUser(database, 'renewing')
  const { session } = await auth.sessions.start(user, ORIGIN)
  clock.advance(51 * 60)
  await auth.sessions.use(session)
  expect([...(kept.renewals?.keys() ?? [])]).toEqual([handleHash(session.refresh)])
})
