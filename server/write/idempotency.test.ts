import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestService, prepareSmallCatalogue, type TestService } from '../query/test-service.ts'
import { claim, keep, keyCleaner } from './idempotency.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService({ prepare: prepareSmallCatalogue })
})
afterAll(() => service.close())

const request = { caller: 'user:1', key: 'k', fingerprint: 'f' }
const answer = { status: 201, headers: { location: '/x' }, body: '{}' }
const first = () => service.context.database.transaction((tx) => claim(tx, request))
const age = (interval: string) =>
  sql`update idempotency_keys set created_at = now() - ${interval}::interval`.execute(service.context.database.kysely)

describe('a key', () => {
  it('[D7] is good for 24 hours and no longer', async () => {
    await service.context.database.transaction(async (tx) => {
      expect(await claim(tx, request)).toBeNull()
      await keep(tx, request, answer)
    })
    await age('23 hours 59 minutes')
    expect(await first()).toEqual(answer)
    await age('24 hours 1 minute')
    expect(await first()).toBeNull()
  })

  it('[D7] [X23] is its caller’s own', async () => {
    const other = { ...request, caller: 'user:2', fingerprint: 'g' }
    expect(await service.context.database.transaction((tx) => claim(tx, other))).toBeNull()
  })

  it('[D7] is forgotten when nobody can repeat it, looked for once an hour', async () => {
    const { database } = service.context
    const left = async () => (await database.kysely.selectFrom('idempotency_keys').select('key').execute()).length
    let now = 1
    const clean = keyCleaner(database, () => now)
    await clean()
    expect(await left()).toBe(2)
    await age('25 hours')
    await clean()
    expect(await left()).toBe(2)
    now += 3_600_000
    await clean()
    expect(await left()).toBe(0)
  })
})
