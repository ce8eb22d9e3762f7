import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase } from '../auth/test-service.ts'
import type { Database } from '../db/database.ts'
import { createDictionarySource, type DictionarySource } from './load.ts'

const observed: string[] = []
let database: Database
let source: DictionarySource

beforeAll(async () => {
  database = await openTestDatabase(observed)
  source = await createDictionarySource(database, 'en')
})
afterAll(() => database.close())

it('[D9] has the built-in texts of a database without rows', () => {
  expect(source.current().texts('de').byKey.get('ERROR/NOT_FOUND')).toBe('Nicht gefunden')
})

it('[D9] is made anew when the rows changed, and only then, in one statement each time', async () => {
  const before = await source.refresh()
  expect(before).toBe(source.current())
  await sql`insert into adm_dictionary (language, key, text) values ('de', 'A', 'ä'), ('fr', 'A', 'â')`.execute(
    database.kysely,
  )
  observed.length = 0
  const after = await source.refresh()
  expect(observed).toHaveLength(1)
  expect(after).not.toBe(before)
  expect(after.texts('de').byKey.get('A')).toBe('ä')
  expect(await source.refresh()).toBe(after)
  await sql`delete from adm_dictionary where language = 'de'`.execute(database.kysely)
  expect((await source.refresh()).texts('de').byKey.has('A')).toBe(false)
})

it('does not go back to a state that a slower read found', async () => {
  const { read } = database
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let slow = false
  const late = await createDictionarySource(
    {
      read: async (statement) => {
        const rows = await read(statement)
        if (slow) await held
        return rows
      },
    },
    'en',
  )
  await sql`insert into adm_dictionary (language, key, text) values ('en', 'S', 'old')`.execute(database.kysely)
  slow = true
  const first = late.refresh()
  await new Promise((resolve) => setTimeout(resolve, 20))
  slow = false
  await sql`update adm_dictionary set text = 'new' where key = 'S'`.execute(database.kysely)
  await late.refresh()
  release()
  await first
  expect(late.current().texts('en').byKey.get('S')).toBe('new')
})
