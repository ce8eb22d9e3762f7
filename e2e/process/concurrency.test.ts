import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { PresenceLink } from '../../shared/presence.ts'
import { type Child, freePort, whenReady } from '../harness/child.ts'
import { CREDENTIALS } from '../harness/credentials.ts'
import { type PostgresServer, startPostgres } from '../harness/postgres.ts'
import { scratchFolder } from '../harness/run-folder.ts'
import { launch, type Settings } from '../harness/servers.ts'
import { SERVICE_USER } from '../harness/split.ts'
import { asPerson, newGroup, newPerson } from './concurrency-people.ts'
import { callerOf, saveSource } from './saves.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

const started: Child[] = []
afterEach(async () => {
  await Promise.all(started.splice(0).map((child) => child.stop()))
})

async function start(settings: Settings, port?: number): Promise<{ readonly url: string; readonly child: Child }> {
  const at = port ?? (await freePort())
  const common = { ...CREDENTIALS, ...SERVICE_USER, DEMO: 'false', LOG_LEVEL: 'warn', DATA_DIR: scratchFolder('data') }
  const child = launch('node', { ...common, ...settings }, at)
  started.push(child)
  const url = `http://127.0.0.1:${at}`
  await whenReady(child, async () => (await fetch(`${url}/health`)).ok)
  return { url, child }
}

const on = (recordId: number) => ({ pageKey: 'adm_group', mediaType: 'groups', recordId, action: 'viewing' })

describe('several processes over one Postgres', () => {
  it('[EV7] [LIM:concurrency-expiry] see each other’s users, until an entry is not refreshed any more', async () => {
    const DATABASE_URL = await postgres.createDatabase('together')
    const EXPIRY = { CONCURRENCY_EXPIRY: '00:00:06', USER_CONCURRENCY_POLLING_TIME: '1' }
    const first = await start({ DATABASE_URL, ...EXPIRY })
    const second = await start({ DATABASE_URL, ...EXPIRY })
    const [anna, bo] = [await newPerson(first.url, 'Anna Berg'), await newPerson(first.url, 'Bo Lund')]
    const group = await newGroup(first.url)
    const [asAnna, asBo] = [await asPerson(first.url, anna), await asPerson(second.url, bo)]
    const { linkId } = (await asAnna('link', on(group))).body as PresenceLink
    const linked = (await asBo('link', on(group))).body as PresenceLink
    expect(linked.viewers).toMatchObject([{ name: 'Anna Berg', action: 'viewing' }])
    expect(await asAnna('refresh', { linkId, action: 'editing' })).toMatchObject({
      status: 200,
      body: { viewers: [{ name: 'Bo Lund' }] },
    })
    // who refreshes stays, who does not is gone
    const seen = async () => {
      const { body } = await asBo('refresh', { linkId: linked.linkId })
      return (body as PresenceLink).viewers.map(({ name, action }) => `${name} ${action}`)
    }
    expect(await seen()).toEqual(['Anna Berg editing'])
    await expect.poll(seen, { timeout: 20_000, interval: 500 }).toEqual([])
    expect((await asAnna('refresh', { linkId })).status).toBe(404)
    expect((await asAnna('link', on(group))).body).toMatchObject({ viewers: [{ name: 'Bo Lund' }] })
  }, 120_000)
})

describe('a concurrency service elsewhere', () => {
  it('[G1.b] [G1.c] [G1.e] [SVC:concurrency] [ERR:concurrency-service-down] is asked over HTTP, and missed by presence alone', async () => {
    const DATABASE_URL = await postgres.createDatabase('elsewhere')
    const port = await freePort()
    const CONCURRENCY_URL = `http://127.0.0.1:${port}`
    const server = await start({ DATABASE_URL, CONCURRENCY_URL, USER_CONCURRENCY_POLLING_TIME: '2' })
    const service = { DATABASE_URL, SERVICES: 'concurrency', CONCURRENCY_EXPIRY: '00:01:00' }
    const { child } = await start(service, port)
    const [anna, bo] = [await newPerson(server.url, 'Anna Berg'), await newPerson(server.url, 'Bo Lund')]
    const group = await newGroup(server.url)
    const [asAnna, asBo] = [await asPerson(server.url, anna), await asPerson(server.url, bo)]
    const { linkId } = (await asAnna('link', on(group))).body as PresenceLink
    expect((await asBo('link', { ...on(group), action: 'editing' })).body).toMatchObject({
      viewers: [{ name: 'Anna Berg', action: 'viewing' }],
    })
    expect((await asAnna('refresh', { linkId })).body).toMatchObject({ viewers: [{ action: 'editing' }] })
    expect(await asAnna(`viewers?mediaType=groups&recordId=${group}`)).toMatchObject({
      status: 200,
      body: { viewers: [{ name: 'Bo Lund' }] },
    })
    expect((await asAnna('health')).body).toEqual({ status: 'up', pollingSeconds: 2, expirySeconds: 60 })
    // it is that service and nothing else
    const there = await callerOf(CONCURRENCY_URL)
    expect((await there.send('GET', `/concurrency/v1/viewers/groups/${group}`)).status).toBe(200)
    for (const other of ['/api/v1/groups', '/api/v2/concurrency/health', '/edithistory/v1/health', '/'])
      expect([other, (await there.send('GET', other)).status]).toEqual([other, 404])
    const alone = (await (await fetch(`${CONCURRENCY_URL}/health/ready`)).json()) as { readonly parts: object }
    expect(Object.keys(alone.parts)).toEqual(['database', 'permissions', 'concurrency'])

    child.signal('SIGKILL')
    await child.exited
    for (const [path, body] of [
      ['link', on(group)],
      ['refresh', { linkId }],
      ['unlink', { linkId }],
      [`viewers?mediaType=groups&recordId=${group}`, undefined],
      ['health', undefined],
    ] as const)
      expect([path, await asAnna(path, body)]).toMatchObject([
        path,
        { status: 503, body: { errors: [{ code: 'DEPENDENCY_DOWN' }] } },
      ])
    const ready = await fetch(`${server.url}/health/ready`)
    expect([ready.status, await ready.json()]).toMatchObject([200, { parts: { concurrency: { state: 'down' } } }])
    expect((await saveSource(await callerOf(server.url), null, 'alpha')).version).toBe(1)

    // what was known in the meantime is in the database
    await start(service, port)
    expect((await asAnna('refresh', { linkId })).body).toMatchObject({ viewers: [{ name: 'Bo Lund' }] })
    expect((await asAnna('unlink', { linkId })).status).toBe(204)
  }, 120_000)
})
