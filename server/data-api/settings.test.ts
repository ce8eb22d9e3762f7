import type { Hono } from 'hono'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Entity, Envelope, ErrorObject } from '../../shared/envelope.ts'
import { createApp } from '../app.ts'
import { loadConfig } from '../config.ts'
import { type Context, createContext } from '../context.ts'
import type { Database } from '../db/database.ts'
import { openPg } from '../db/pg.ts'
import { openPglite } from '../db/pglite.ts'
import { migratedDatabase } from '../db/test-database.ts'
import { migratedPglite } from '../db/test-pglite.ts'
import type { AppEnv } from '../http.ts'
import { prepareSmallCatalogue } from '../query/test-service.ts'
import { digest } from '../runtime/digest.ts'
import { serverFiles } from '../runtime/server-files.ts'

const CREDENTIALS = {
  ADMIN_EMAIL: 'settings@marquee.test',
  ADMIN_PASSWORD: 'a long enough password',
  SERVICE_CLIENT_ID: 'settings',
  SERVICE_CLIENT_SECRET: 'a long enough secret',
}

const DATABASES: readonly { readonly kind: string; readonly open: () => Promise<Database> }[] = [
  { kind: 'PGlite', open: async () => openPglite(await migratedPglite()) },
  { kind: 'Postgres', open: async () => openPg(await migratedDatabase()) },
]

describe.each(DATABASES)('on $kind', ({ open }) => {
  let context: Context
  let app: Hono<AppEnv>
  let authorization: string
  const log: string[] = []

  /** Everything this page is about is set otherwise than by default. */
  beforeAll(async () => {
    const platform = {
      name: 'node' as const,
      openDatabase: open,
      digest,
      asset: async () => null,
      files: serverFiles,
      defer: () => undefined,
      writeLog: (line: string) => log.push(line),
    }
    const settings = {
      REQUIRE_IF_MATCH: 'true',
      UNKNOWN_ID_STATUS: '404',
      MAX_PAGE_SIZE: '250',
      CHILD_FILTER_MAX_DEPTH: '2',
      CHILD_FILTER_DEFAULT_DEPTH: '1',
      MAX_BODY_BYTES: '1024',
    }
    context = await createContext(loadConfig({ DEMO: 'false', ...settings, ...CREDENTIALS }), platform, {
      prepare: prepareSmallCatalogue,
    })
    app = createApp(context)
    const form = new URLSearchParams({
      grant_type: 'password',
      client_id: CREDENTIALS.SERVICE_CLIENT_ID,
      client_secret: CREDENTIALS.SERVICE_CLIENT_SECRET,
      username: CREDENTIALS.ADMIN_EMAIL,
      password: CREDENTIALS.ADMIN_PASSWORD,
    })
    const answer = await app.request('/oauth/token', { method: 'POST', body: form })
    authorization = `Bearer ${((await answer.json()) as { readonly access_token: string }).access_token}`
  })
  afterAll(() => context.close())

  type Body = Envelope & { readonly errors?: readonly ErrorObject[] }

  async function send(method: string, path: string, body?: object, headers: Readonly<Record<string, string>> = {}) {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const all = { authorization, 'content-type': 'application/vnd.api+json', ...headers }
    const response = await app.request(`/api/v1${path}`, { method, headers: all, ...sent })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: (text === '' ? {} : JSON.parse(text)) as Body,
    }
  }

  const ids = (of: unknown) => (of as readonly Entity[]).map(({ _id }) => _id)

  describe('requireIfMatch', () => {
    it('[D3.e] [ERR:ETAG_REQUIRED] answers an update without If-Match by 428', async () => {
      for (const method of ['PATCH', 'PUT']) {
        const { status, body } = await send(method, '/films/1', { films: [{ year: 1991 }] })
        expect(status).toBe(428)
        expect(body.errors).toMatchObject([{ status: '428', code: 'ETAG_REQUIRED', source: { header: 'If-Match' } }])
      }
      expect((await send('GET', '/films/1')).body.films).toMatchObject([{ year: 1990 }])
    })

    it('[D3.e] [D3.d] takes a tag or the asterisk, and lets creates be', async () => {
      const tag = (await send('GET', '/films/1')).headers.get('etag') as string
      const first = await send('PATCH', '/films/1', { films: [{ year: 1991 }] }, { 'if-match': tag })
      expect([first.status, (first.body.films as Entity[])[0]?.year]).toEqual([200, 1991])
      expect((await send('PATCH', '/films/1', { films: [{ year: 1992 }] }, { 'if-match': tag })).status).toBe(412)
      expect((await send('PATCH', '/films/1', { films: [{ year: 1992 }] }, { 'if-match': '*' })).status).toBe(200)
      expect((await send('POST', '/films', { films: [{ title: 'New' }] })).status).toBe(201)
    })

    it('[D3.e] [D3.d] [D3.k] takes the asterisk for each of several records too', async () => {
      const [one, other] = ids((await send('POST', '/films', { films: [{ title: 'A' }, { title: 'B' }] })).body.films)
      const films = [
        { _id: one, year: 1991 },
        { _id: other, year: 1992 },
      ]
      expect((await send('PATCH', '/films', { films })).status).toBe(428)
      expect((await send('PATCH', '/films', { films }, { 'if-match': '*' })).status).toBe(200)
      const stale = films.map((film, index) => (index === 0 ? film : { ...film, _etag: '1.1' }))
      expect((await send('PATCH', '/films', { films: stale }, { 'if-match': '*' })).status).toBe(412)
    })

    it('[D3.n] leaves an unknown id 404', async () => {
      expect((await send('PATCH', '/films/999', { films: [{ year: 1992 }] })).status).toBe(404)
    })
  })

  describe('unknownIdStatus 404', () => {
    it('[D3.o] answers a read of an unknown id by 404', async () => {
      for (const path of ['/films/999', '/films/999?include=makers', '/films/999/makers', '/films/4/makers']) {
        const { status, body } = await send('GET', path)
        expect([path, status]).toEqual([path, 404])
        expect(body.errors).toMatchObject([{ status: '404', code: 'NOT_FOUND' }])
      }
      expect((await send('GET', '/films/1')).status).toBe(200)
      expect((await send('GET', '/films/998,999')).body.films).toEqual([])
    })
  })

  describe('limits', () => {
    it('[LIM:page-size.2] [Q:pageSize.3] maxpagesize is what larger pages are clamped to, and never below 250', async () => {
      expect((await send('GET', '/films?pageSize=600')).body._meta?._pageSize).toBe(250)
      expect((await send('GET', '/films?pageSize=249')).body._meta?._pageSize).toBe(249)
      expect(() => loadConfig({ MAX_PAGE_SIZE: '249' })).toThrow('MAX_PAGE_SIZE')
      expect(loadConfig({}).dataApi.maxPageSize).toBe(600)
    })

    it('[FG13] [FG14] [FG15] [FG16] [LIM:children-depth] the child-filter configuration decides over depths', async () => {
      const studio = async (parent: number) => {
        const { body } = await send('POST', '/studios', { studios: [{ name: `Below ${parent}`, _links: { parent } }] })
        return ids(body.studios)[0] as number
      }
      const third = await studio(2)
      await studio(third)
      const found = async (form: string) => ids((await send('GET', `/studios?filter=id_$in(1:${form})`)).body.studios)
      expect(await found('[PARENT]')).toEqual([1, 2])
      expect(await found('1')).toEqual([1, 2])
      for (const form of ['0', '2', '3', '9']) expect(await found(form)).toEqual([1, 2, third])
      expect(loadConfig({}).dataApi.childDepth).toEqual({ default: 10, max: 10 })
    })

    it('[ERR:TOO_LARGE] a body is bounded', async () => {
      const { status, body } = await send('POST', '/films', { films: [{ title: 'x'.repeat(2000) }] })
      expect(status).toBe(413)
      expect(body.errors).toMatchObject([{ code: 'TOO_LARGE', detail: expect.stringContaining('1024') }])
    })
  })

  describe('what goes wrong inside', () => {
    it('[ERR:INTERNAL] is 500 with a body that holds neither SQL text nor a stack, and a log line that tells', async () => {
      await sql`alter table tags rename to tags_gone`.execute(context.database.kysely)
      log.length = 0
      for (const accept of ['application/vnd.api+json', 'application/problem+json']) {
        for (const answer of [
          await send('GET', '/tags', undefined, { accept }),
          await send('POST', '/tags', { tags: [{ name: 'x' }] }, { accept }),
        ]) {
          expect([answer.status, answer.body.errors?.[0]?.code]).toEqual([500, 'INTERNAL'])
          expect(answer.text).not.toMatch(/tags_gone|relation|select|insert|at \w+ \(|\.ts/)
        }
      }
      expect(log.filter((line) => line.includes('request failed')).join('\n')).toContain('tags')
      await sql`alter table tags_gone rename to tags`.execute(context.database.kysely)
      expect((await send('GET', '/tags')).status).toBe(200)
    })
  })
})
