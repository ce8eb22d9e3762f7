import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../db/database.ts'
import { openPg } from '../../db/pg.ts'
import { migratedDatabase } from '../../db/test-database.ts'
import { memoryPresence } from './memory-store.ts'
import { postgresPresence } from './postgres-store.ts'
import type { PresenceOptions } from './presence-store.ts'
import { EXPIRY_MS, expectPresenceStore, newRecord, SCAN_MS } from './test-presence-store.ts'

let database: Database
let other: Database
beforeAll(async () => {
  const url = await migratedDatabase()
  database = openPg(url)
  other = openPg(url)
})
afterAll(async () => {
  await database.close()
  await other.close()
})

const inPostgres = (options: PresenceOptions) => postgresPresence(database, options)
const visitor = { userId: 1, pageKey: 'film', action: 'viewing' } as const

expectPresenceStore('memory', memoryPresence)
expectPresenceStore('Postgres', inPostgres)

it.each([
  ['memory', memoryPresence],
  ['Postgres', inPostgres],
] as const)('[LIM:concurrency-scan] %s takes away what has expired once in a scan’s time', async (_name, open) => {
  const begun = Date.now()
  let time = begun
  const store = open({ expiryMs: EXPIRY_MS, scanMs: SCAN_MS, now: () => time })
  const record = newRecord()
  await store.link(record, visitor)
  // turned back, the clock shows whether an entry is still kept
  const isKept = async (): Promise<boolean> => {
    const now = time
    time = begun
    const entries = await store.entries(record)
    time = now
    return entries.length > 0
  }
  time += SCAN_MS - 1
  await store.tidy()
  expect(await isKept()).toBe(true)
  time += 1
  await store.tidy()
  expect(await isKept()).toBe(false)
})

it('[EV7] is shared by all instances over one database', async () => {
  const options = { expiryMs: EXPIRY_MS, scanMs: SCAN_MS, now: Date.now }
  const [here, there] = [inPostgres(options), postgresPresence(other, options)]
  const record = newRecord()
  const { entry } = await here.link(record, visitor)
  expect((await there.link(record, { ...visitor, userId: 2 })).others).toEqual([entry])
  expect((await there.refresh(entry.linkId, { action: 'editing' }))?.entry.action).toBe('editing')
  expect(await there.unlink(entry.linkId, 1)).toBe(true)
  expect(await here.refresh(entry.linkId, {})).toBeNull()
})
