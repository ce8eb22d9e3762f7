import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUser } from '../../auth/test-service.ts'
import { openTestService, prepareSmallCatalogue, type TestService } from '../../query/test-service.ts'
import { keptLog } from '../history/test-history.ts'
import { unrestrictedDataApi } from '../unrestricted-data-api.ts'
import { permissionApp } from './app.ts'
import { inventoryOf } from './inventory.ts'

let service: TestService
let app: ReturnType<typeof permissionApp>
beforeAll(async () => {
  service = await openTestService({ prepare: prepareSmallCatalogue, environment: { REQUIRE_IF_MATCH: 'true' } })
  const { database, catalogs, dataApi } = service.context
  const { log } = keptLog()
  const inventory = () => inventoryOf(catalogs.current())
  app = permissionApp({ database, dataApi: unrestrictedDataApi(dataApi, log), inventory, log })
})
afterAll(() => service.close())

const item = (at: number, canRead = true) => ({ objectType: 3, key: `switch-${String(at).padStart(4, '0')}`, canRead })
const items = (count: number, canRead = true) => Array.from({ length: count }, (_, at) => item(at, canRead))

async function save(ownerId: number, permissions: readonly object[]) {
  const response = await app.request('/permission/v1/authorization', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ownerType: 1, ownerId, permissions }),
  })
  const told = (await response.json()) as readonly { canRead: boolean }[] | { errors: readonly { detail: string }[] }
  return { status: response.status, held: Array.isArray(told) ? told : [], told }
}

const rows = async (user: number) => {
  const own = service.context.database.kysely.selectFrom('permissions').select(['id', 'version', 'key'])
  return own.where('owner_id', '=', user).where('owner_type', '=', 1).orderBy('key').execute()
}

describe('many items of one owner', () => {
  it('[SVC:permission-save] a thousand are given in two saves, which write what differs alone', async () => {
    const user = await addUser(service.context.database, 'of many switches')
    expect((await save(user, items(600))).status).toBe(200)
    const before = await rows(user)
    const all = await save(user, items(1000))
    expect([all.status, all.held.length]).toEqual([200, 1000])
    expect((await rows(user)).slice(0, 600)).toEqual(before)
    const some = await save(user, [...items(1000).slice(2), item(0, false)])
    expect([some.status, some.held.filter(({ canRead }) => canRead).length]).toEqual([200, 998])
    const after = await rows(user)
    expect(after.map(({ key }) => key)).not.toContain(item(1).key)
    // what is changed stays the record that it is
    expect([after[0]?.id, Number(after[0]?.version)]).toEqual([before[0]?.id, Number(before[0]?.version) + 1])
    expect(after.slice(1, 599)).toEqual(before.slice(2))
  }, 60_000)

  it('[X46] [SVC:permission-save] [ERR:VALIDATION] says how many changes a save takes, and writes none beyond', async () => {
    const user = await addUser(service.context.database, 'of too many switches')
    const { status, told } = await save(user, items(1001))
    const detail = 'expected at most 1000 changes at once, not 1001: save them in several steps'
    expect([status, told]).toEqual([
      422,
      { errors: [expect.objectContaining({ code: 'VALIDATION', detail, source: { pointer: '/permissions' } })] },
    ])
    expect((await save(user, items(10_001))).status).toBe(422)
    expect(await rows(user)).toEqual([])
  })
})
