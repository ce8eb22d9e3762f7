import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { whenReady } from '../harness/child.ts'
import { ADMIN, CREDENTIALS } from '../harness/credentials.ts'
import { type PostgresServer, startPostgres } from '../harness/postgres.ts'
import { scratchFolder } from '../harness/run-folder.ts'
import { launch } from '../harness/servers.ts'
import { SERVICE_USER, type SplitServer, startSplit } from '../harness/split.ts'
import { pageReader } from './browser-session.ts'
import { type Caller, callerOf, eventually, saveSource } from './saves.ts'

let postgres: PostgresServer
let settings: Readonly<Record<string, string>>
let split: SplitServer
let caller: Caller

beforeAll(async () => {
  postgres = await startPostgres()
  const DATABASE_URL = await postgres.createDatabase('split')
  settings = { ...CREDENTIALS, DATABASE_URL, DATA_DIR: scratchFolder('data'), LOG_LEVEL: 'warn' }
  split = await startSplit(settings)
  caller = await callerOf(split.url)
})
afterAll(async () => {
  await split?.stop()
  await postgres?.stop()
})

const DOWN = '503 DEPENDENCY_DOWN 2'

/** Status, first error and when to try again. */
async function told(answering: Response | Promise<Response>): Promise<string> {
  const answer = await answering
  const body = (await answer.json().catch(() => null)) as { readonly errors?: readonly { readonly code: string }[] }
  const parts = [answer.status, body?.errors?.[0]?.code, answer.headers.get('retry-after')]
  return parts.filter((part) => part != null).join(' ')
}

/** Whether the pages can be served, and which parts are down. */
async function ready(): Promise<readonly unknown[]> {
  const answer = await fetch(`${split.url}/health/ready`)
  const { parts } = (await answer.json()) as { readonly parts: Readonly<Record<string, { readonly state: string }>> }
  const down = Object.entries(parts).filter(([, { state }]) => state === 'down')
  return [answer.status, ...down.map(([name]) => name)]
}

const signIn = (url = split.url): Promise<Response> =>
  fetch(`${url}/api/v2/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: split.url },
    body: JSON.stringify({ username: ADMIN.email, password: ADMIN.password }),
  })

async function end(part: 'auth' | 'dataApi' | 'files'): Promise<void> {
  split[part].signal('SIGKILL')
  await split[part].exited
}

describe('sign-in, records and files as processes of their own', () => {
  it('[G1.b] [G1.c] [G1.e] [AUTH20] are each that service and nothing else', async () => {
    const { id } = await saveSource(caller, null, 'alpha')
    const dataApi = await callerOf(split.dataApi.url)
    const status = async (url: string, path: string) =>
      (await fetch(url + path, { headers: { authorization: dataApi.authorization } })).status
    const paths = [
      `/api/v1/sources/${id}`,
      '/api/v1/me',
      '/api/v1/dictionary',
      '/api/v1/$upload/none',
      '/api/v2/menu',
      '/',
    ]
    const statuses = (url: string) => Promise.all(paths.map((path) => status(url, path)))
    expect(await statuses(split.dataApi.url)).toEqual([200, 200, 200, 404, 404, 404])
    expect(await statuses(split.files.url)).toEqual([404, 404, 404, 404, 404, 404])
    expect(await statuses(split.auth.url)).toEqual([404, 404, 404, 404, 404, 404])
    expect(await statuses(split.url)).toEqual([200, 200, 200, 404, 200, 200])
    // a closed route stays closed wherever it is
    for (const url of [split.url, split.dataApi.url, split.files.url, split.auth.url])
      for (const path of ['/api/v1/sources', '/api/v1/$upload/none']) {
        expect((await fetch(url + path)).status).toBe(401)
        expect((await fetch(url + path, { headers: { authorization: `Bearer ${'A'.repeat(43)}` } })).status).toBe(401)
      }
    expect(await ready()).toEqual([200])
  })

  it('[G1.b] [A5] [AUTH5] sign a browser in by the origin it sees, and out for all of them at once', async () => {
    const signedIn = await signIn()
    expect(signedIn.status).toBe(200)
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const headers = { cookie, origin: split.url, 'content-type': 'application/json' }
    const reads = ['/api/v1/sources', '/api/v2/menu', '/user/me', '/api/v2/auth/sessions']
    const statuses = () => Promise.all(reads.map(async (path) => (await fetch(split.url + path, { headers })).status))
    expect(await statuses()).toEqual([200, 200, 200, 200])
    const write = (origin: string, path: string) =>
      fetch(split.url + path, {
        method: 'POST',
        headers: { ...headers, origin },
        body: '{"sources":[{"name":"beta"}]}',
      })
    expect(await told(write('http://evil.example', '/api/v1/sources'))).toBe('403 FORBIDDEN')
    expect(await told(write('http://evil.example', '/api/v2/auth/logout'))).toBe('403 FORBIDDEN')
    expect((await write(split.url, '/api/v1/sources')).status).toBe(201)
    expect((await write(split.url, '/api/v2/auth/logout')).status).toBe(204)
    expect(await statuses()).toEqual([401, 401, 401, 401])
  })

  it('[G1.b] [ERR:DEPENDENCY_DOWN] [G4] end one by one, and what needs them is told so, and nothing else', async () => {
    const page = await pageReader(split.url)
    await end('files')
    expect(await ready()).toEqual([200, 'files'])
    expect(await told(caller.send('GET', '/api/v1/$upload/none'))).toBe(DOWN)
    expect(await told(caller.send('POST', '/api/v1/upload/content/a.txt'))).toBe(DOWN)
    expect(await told(fetch(`${split.url}/api/v1/download/file/1/a.txt`))).toBe(DOWN)
    expect(await told(caller.send('GET', '/api/v1/sources'))).toBe('200')

    await end('dataApi')
    expect(await ready()).toEqual([503, 'dataApi', 'files', 'contentCriteria'])
    expect(await told(caller.send('GET', '/api/v1/sources'))).toBe(DOWN)
    expect(await told(caller.send('POST', '/api/v1/sources', { sources: [{ name: 'gamma' }] }))).toBe(DOWN)
    expect(await told(page('/api/v2/global/sources'))).toBe(DOWN)
    expect(await told(page('/api/v2/menu'))).toBe('200')

    await end('auth')
    expect(await ready()).toEqual([503, 'authorization', 'dataApi', 'files', 'contentCriteria'])
    expect(await told(signIn())).toBe(DOWN)
    expect(await told(fetch(`${split.url}/oauth/jwks`))).toBe(DOWN)
    // what is believed of a caller ends within seconds
    await eventually(async () => {
      const menu = await told(page('/api/v2/menu'))
      return menu === DOWN ? null : `the menu was answered with ${menu}`
    }, 15_000)
    expect(await told(caller.send('GET', '/api/v1/sources'))).toBe(DOWN)
    expect((await fetch(`${split.url}/api/v2/menu`)).status).toBe(401)
    expect((await fetch(`${split.url}/health`)).status).toBe(200)

    const port = Number(new URL(split.auth.url).port)
    const again = launch('node', { ...SERVICE_USER, ...settings, SERVICES: 'auth', TRUST_PROXY: 'true' }, port)
    try {
      await whenReady(again, async () => (await fetch(`${split.auth.url}/health`)).ok)
      expect(await told(page('/api/v2/menu'))).toBe('200')
      expect((await signIn()).status).toBe(200)
    } finally {
      await again.stop()
    }
  })
})
