import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Child, freePort, whenReady } from '../harness/child.ts'
import { ADMIN, CREDENTIALS } from '../harness/credentials.ts'
import { type PostgresServer, startPostgres } from '../harness/postgres.ts'
import { launch, type Settings } from '../harness/servers.ts'
import { callerOf } from './saves.ts'

const SERVICE_USER = { SERVICE_USERNAME: ADMIN.email, SERVICE_PASSWORD: ADMIN.password }
const COMMON = { ...CREDENTIALS, ...SERVICE_USER, DEMO: 'false', LOG_LEVEL: 'warn' }

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

const started: Child[] = []
afterEach(async () => {
  for (const child of started.splice(0)) await child.stop()
})

function start(settings: Settings, port: number): { readonly child: Child; readonly url: string } {
  const child = launch('node', { ...COMMON, ...settings }, port)
  started.push(child)
  return { child, url: `http://127.0.0.1:${port}` }
}
const isUp = (url: string) => async (): Promise<boolean> => (await fetch(`${url}/health`)).ok
const configurable = async (url: string): Promise<string> => (await fetch(`${url}/configurablepermissions`)).text()

describe('a permission service elsewhere', () => {
  it('[G1.b] [G1.c] [ERR:permission-service-down] [ERR:permission-service-down.2] [P5] is needed at a start, asked for everybody’s rights, and tried again when a start went on without', async () => {
    const DATABASE_URL = await postgres.createDatabase('permissions')
    const servicePort = await freePort()
    const PERMISSION_URL = `http://127.0.0.1:${servicePort}`
    const needing = start({ DATABASE_URL, PERMISSION_URL }, await freePort())
    expect(await needing.child.exited).not.toBe(0)

    const patient = { DATABASE_URL, PERMISSION_URL, PERMISSION_INITIAL_TIMEOUT_MS: '300' }
    const server = start(patient, await freePort())
    await whenReady(server.child, isUp(server.url))
    expect(JSON.parse(await configurable(server.url))).toEqual({ categories: [] })
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(503)

    const service = start({ DATABASE_URL, SERVICES: 'permission' }, servicePort)
    await whenReady(service.child, isUp(service.url))
    await expect.poll(() => configurable(server.url), { timeout: 20_000 }).toContain('"mediaTypes"')
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200)

    const { send } = await callerOf(server.url)
    const element = { username: 'vera', name: 'Vera', password: 'a long enough password' }
    const made = await send('POST', '/api/v1/users', { users: [element] })
    const [{ _id: ownerId }] = ((await made.json()) as { readonly users: readonly [{ readonly _id: number }] }).users
    const signedIn = await fetch(`${server.url}/api/v2/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(element),
    })
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const status = async (): Promise<number> =>
      (await fetch(`${server.url}/api/v1/groups`, { headers: { cookie } })).status
    expect(await status()).toBe(403)
    const permissions = [{ objectType: 2, key: 'groups', canRead: true }]
    const saved = await send('POST', '/permission/v1/authorization', { ownerType: 1, ownerId, permissions })
    expect(saved.status).toBe(200)
    expect(await status()).toBe(200)
    // the service is called as a service, and told for whom
    const administrator = { username: 'ada', name: 'Ada', password: 'another long password', is_administrator: true }
    await send('POST', '/api/v1/users', { users: [administrator] })
    const login = await fetch(`${server.url}/api/v2/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(administrator),
    })
    const ada = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const more = [...permissions, { objectType: 2, key: 'sources', canRead: true }]
    const asAda = await fetch(`${server.url}/permission/v1/authorization`, {
      method: 'POST',
      headers: { cookie: ada, origin: server.url, 'content-type': 'application/json' },
      body: JSON.stringify({ ownerType: 1, ownerId, permissions: more }),
    })
    expect(asAda.status).toBe(200)
    const found = await send('GET', '/api/v1/permissions?filter=key_$eq_sources')
    const [{ _id: id }] = ((await found.json()) as { readonly permissions: readonly [{ readonly _id: number }] })
      .permissions
    const told = await send('GET', `/api/v2/history/permissions/${id}`)
    expect(await told.json()).toMatchObject({ entries: [{ user: { id: expect.any(Number), name: 'Ada' } }] })
    // what is saved where the service runs follows within seconds
    const there = await callerOf(service.url)
    await there.send('POST', '/permission/v1/authorization', { ownerType: 1, ownerId, permissions: [] })
    await expect.poll(status, { timeout: 8000 }).toBe(403)
  })
})
