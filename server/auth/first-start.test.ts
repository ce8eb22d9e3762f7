import { beforeEach, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { verifyClient } from './clients.ts'
import { verifyUser } from './credentials.ts'
import { ensureFirstAdministrator, ensureServiceClient } from './first-start.ts'
import { sessionKey } from './keys.ts'
import { createAuthMemory } from './memory.ts'
import { openSession, sealSession } from './session.ts'
import { openTestDatabase } from './test-service.ts'

let database: Database

beforeEach(async () => {
  database = await openTestDatabase()
})

const UNSET = { adminEmail: null, adminPassword: null }

test('[G3] the first administrator gets a generated password, told once', async () => {
  const created = await ensureFirstAdministrator(database, UNSET)
  expect(created?.username).toBe('admin')
  expect(created?.password).toMatch(/^([a-km-np-z2-9]{5}-){3}[a-km-np-z2-9]{5}$/)
  expect(await verifyUser(database, 'admin', created?.password ?? '')).toMatchObject({ isAdministrator: true })
  expect(await ensureFirstAdministrator(database, UNSET)).toBeNull()
})

test('[G3] a configured administrator is created as configured, and the password is not repeated', async () => {
  const configured = { adminEmail: 'Ada@example.org', adminPassword: 'analytical' }
  expect(await ensureFirstAdministrator(database, configured)).toEqual({ username: 'Ada@example.org' })
  expect(await verifyUser(database, 'ada@EXAMPLE.org', 'analytical')).toMatchObject({ username: 'Ada@example.org' })
})

test('[G3] of instances that start together one creates the administrator', async () => {
  const created = await Promise.all([1, 2, 3].map(() => ensureFirstAdministrator(database, UNSET)))
  expect(created.filter((result) => result !== null)).toHaveLength(1)
  expect(await database.kysely.selectFrom('users').select('id').execute()).toHaveLength(1)
})

test('[G3] [A1] a service client gets a secret that only it knows', async () => {
  const created = await ensureServiceClient(database, { clientId: 'importer', name: 'Importer' })
  expect(await verifyClient({ database, memory: createAuthMemory() }, 'importer', created.secret ?? '')).toMatchObject({
    clientId: 'importer',
    clientType: 3,
  })
  const again = await ensureServiceClient(database, { clientId: 'importer', name: 'Importer' })
  expect(again.secret).toBeNull()
  expect(await verifyClient({ database, memory: createAuthMemory() }, 'importer', created.secret ?? '')).not.toBeNull()
  const changed = await ensureServiceClient(database, { clientId: 'importer', name: 'Importer', secret: 'given' })
  expect(changed.secret).toBe('given')
  expect(await verifyClient({ database, memory: createAuthMemory() }, 'importer', 'given')).not.toBeNull()
  expect(await verifyClient({ database, memory: createAuthMemory() }, 'importer', created.secret ?? '')).toBeNull()
})

test('[A1] a client of another type is not turned into a service', async () => {
  const web = { client_id: 'web', name: 'Web', client_type: 1, secret_hash: null }
  await database.kysely.insertInto('oauth_clients').values(web).execute()
  await expect(ensureServiceClient(database, { clientId: 'web', name: 'Web' })).rejects.toThrow('not a service')
})

test('[G3] instances that start together agree on the session key', async () => {
  const keys = await Promise.all([1, 2, 3].map(() => sessionKey(database, createAuthMemory())))
  const session = { access: 'a', refresh: 'r', expiresAt: 1, endsAt: 2 }
  for (const writer of keys) {
    const cookie = await sealSession(writer, session)
    for (const reader of keys) expect(await openSession(reader, cookie)).toEqual(session)
  }
})

test('[G3] a damaged session key is named', async () => {
  await database.kysely.insertInto('settings').values({ key: 'session_key', value: 'short' }).execute()
  await expect(sessionKey(database, createAuthMemory())).rejects.toThrow('session_key')
})
