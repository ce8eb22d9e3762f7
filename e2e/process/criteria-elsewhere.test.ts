import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Entity } from '../../shared/envelope.ts'
import { type Child, freePort, startChild, whenReady } from '../harness/child.ts'
import { ADMIN, CREDENTIALS } from '../harness/credentials.ts'
import { type PostgresServer, startPostgres } from '../harness/postgres.ts'
import { baseEnvironment, launch, ROOT, type RunningServer, type Settings, startServer } from '../harness/servers.ts'
import { type Caller, callerOf, saveSource } from './saves.ts'

const SERVICE_USER = { SERVICE_USERNAME: ADMIN.email, SERVICE_PASSWORD: ADMIN.password }
/** So that a service that is down is told of at once. */
const QUICK = { CONTENT_CRITERIA_RETRIES: '1', CONTENT_CRITERIA_RETRY_MS: '20' }

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

const started: Child[] = []
afterEach(async () => {
  for (const child of started.splice(0)) await child.stop()
})

/** The same program as one service. */
async function alone(service: string, settings: Settings): Promise<{ readonly child: Child; readonly url: string }> {
  const port = await freePort()
  const common = { ...CREDENTIALS, ...SERVICE_USER, LOG_LEVEL: 'warn', SERVICES: service }
  const child = launch('node', { ...common, ...settings }, port)
  started.push(child)
  const url = `http://127.0.0.1:${port}`
  await whenReady(child, async () => (await fetch(`${url}/health`)).ok)
  return { child, url }
}

async function whole(settings: Settings): Promise<RunningServer> {
  const common = { ...CREDENTIALS, ...SERVICE_USER, ...QUICK, DEMO: 'false', LOG_LEVEL: 'warn' }
  const server = await startServer('node', { ...common, ...settings })
  started.push(server)
  return server
}

async function criteriaOf({ send }: Caller, filter_expression: string, more: object = {}): Promise<number> {
  const element = { name: filter_expression, mediatype: 'sources', filter_expression, ...more }
  const response = await send('POST', '/api/v1/content_criteria', { content_criteria: [element] })
  const body = (await response.json()) as { readonly content_criteria: readonly Entity[] }
  return body.content_criteria[0]?._id ?? 0
}

async function found({ send }: Caller, query: string): Promise<readonly number[] | string> {
  const response = await send('GET', `/api/v1/sources?${query}`)
  const body = (await response.json()) as {
    readonly sources?: readonly Entity[]
    readonly errors?: readonly { readonly code: string }[]
  }
  return body.sources?.map(({ _id }) => _id) ?? `${response.status} ${body.errors?.[0]?.code}`
}

describe('a content-criteria service elsewhere', () => {
  it('[G1.b] [G1.c] [SVC:content-criteria] [ERR:content-criteria-down] expands over HTTP, and fails what uses it and nothing else', async () => {
    // each knows where the other is: the port of the service that runs alone is known before it runs
    const port = await freePort()
    const criteriaUrl = `http://127.0.0.1:${port}`
    const database = await postgres.createDatabase('catalogue')
    const server = await whole({ DATABASE_URL: database, CONTENTCRITERIA_URL: criteriaUrl })
    const service = launch(
      'node',
      {
        ...CREDENTIALS,
        ...SERVICE_USER,
        LOG_LEVEL: 'warn',
        SERVICES: 'contentcriteria',
        DATABASE_URL: await postgres.createDatabase('criteria'),
        DATA_API_URL: server.url,
      },
      port,
    )
    started.push(service)
    await whenReady(service, async () => (await fetch(`${criteriaUrl}/health`)).ok)

    const caller = await callerOf(server.url)
    const ids: number[] = []
    for (const name of ['alpha', 'beta', 'gamma']) ids.push((await saveSource(caller, null, name)).id)
    const [alpha, beta, gamma] = ids
    const inner = await criteriaOf(caller, 'name_$neq_alpha', { sort_expression: '-name' })
    const outer = await criteriaOf(caller, `id_$notin(contentcriteria:${inner})`)
    expect(await found(caller, `contentcriteria=${inner}`)).toEqual([gamma, beta])
    // the service asks the data API, which asks the service
    expect(await found(caller, `contentcriteria=${outer}`)).toEqual([alpha])
    expect(await found(caller, `filter=id_$in(contentcriteria:${inner})`)).toEqual([beta, gamma])
    expect(await found(caller, 'contentcriteria=999999')).toBe('400 PARAMETER')
    const preview = { _mediaType: 'sources', _highlights: [beta] }
    const answer = await caller.send('POST', '/contentcriteria/v1/expand', preview)
    expect(await answer.json()).toEqual({ _mediaType: 'sources', _ids: [beta, alpha, gamma] })

    service.signal('SIGKILL')
    await service.exited
    expect(await found(caller, `contentcriteria=${inner}`)).toBe('503 DEPENDENCY_DOWN')
    expect(await found(caller, `filter=id_$in(contentcriteria:${inner})`)).toBe('503 DEPENDENCY_DOWN')
    expect(await found(caller, 'filter=name_$eq_beta')).toEqual([beta])
    expect((await saveSource(caller, null, 'delta')).version).toBe(1)
    const ready = await fetch(`${server.url}/health/ready`)
    expect([ready.status, await ready.json()]).toMatchObject([200, { parts: { contentCriteria: { state: 'down' } } }])
  }, 120_000)

  it('[G1.c] [G1.d] [LIM:content-criteria-port] is that service and nothing else, over its own database if need be', async () => {
    const database = await postgres.createDatabase('shared')
    const server = await whole({ DATABASE_URL: database })
    const caller = await callerOf(server.url)
    const { id } = await saveSource(caller, null, 'alpha')
    const criteria = await criteriaOf(caller, 'name_$eq_alpha')
    const { url, child } = await alone('contentcriteria', { DATABASE_URL: database })
    const there = await callerOf(url)
    const path = `/contentcriteria/v1/expand/${criteria}`
    expect(await (await there.send('GET', path)).json()).toEqual({ _mediaType: 'sources', _ids: [id] })
    expect((await fetch(`${url}${path}`)).status).toBe(401)
    for (const other of ['/api/v1/sources', '/edithistory/v1/health', '/api/v2/menu', '/nothing', '/'])
      expect([other, (await there.send('GET', other)).status]).toEqual([other, 404])
    const ready = (await (await fetch(`${url}/health/ready`)).json()) as { readonly parts: object }
    expect(Object.keys(ready.parts)).toEqual(['database', 'permissions', 'contentCriteria'])
    await child.stop()
    const env = { ...baseEnvironment(), DATABASE_URL: database, SERVICES: 'contentcriteria' }
    const unset = startChild(join(ROOT, 'node_modules/.bin/node'), ['server/runtime/node.ts'], { cwd: ROOT, env })
    started.push(unset)
    await expect.poll(() => unset.stderr(), { timeout: 20_000 }).toContain('8637')
  }, 120_000)
})

describe('an edit-history service alone', () => {
  it('[G1.c] [SVC:history-save] [SVC:history-read] keeps the entries of another process', async () => {
    const { url } = await alone('edithistory', { DATABASE_URL: await postgres.createDatabase('history') })
    const server = await whole({ DATABASE_URL: await postgres.createDatabase('saves'), EDITHISTORY_URL: url })
    const caller = await callerOf(server.url)
    const { id } = await saveSource(caller, null, 'alpha')
    await saveSource(caller, id, 'beta')
    const there = await callerOf(url)
    await expect
      .poll(
        async () => {
          const read = await there.send('POST', `/edithistory/v1/read/sources/${id}`, { _readable: ['sources'] })
          const { _entries } = (await read.json()) as { readonly _entries: readonly { readonly _version: number }[] }
          return _entries.map(({ _version }) => _version)
        },
        { timeout: 20_000 },
      )
      .toEqual([2, 1])
    expect((await there.send('GET', '/api/v1/sources')).status).toBe(404)
  }, 120_000)
})
