import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadConfig } from '../../server/config.ts'
import type { Database } from '../../server/db/database.ts'
import { makeForeignTables, SCHEMAS } from '../../server/introspect/test-introspected.ts'
import { openDatabase } from '../../server/runtime/open-database.ts'
import type { Entity } from '../../shared/envelope.ts'
import { CREDENTIALS } from '../harness/credentials.ts'
import { dataFolder } from '../harness/data-folder.ts'
import { marquee, type Ran } from '../harness/marquee.ts'
import { type PostgresServer, startPostgres } from '../harness/postgres.ts'
import { scratchFolder } from '../harness/run-folder.ts'
import { type RunningServer, type Settings, startServer } from '../harness/servers.ts'
import { type Caller, callerOf, eventually } from './saves.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

async function within<T>(settings: Settings, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(loadConfig(settings))
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

const run = (settings: Settings, text: string) => within(settings, ({ kysely }) => sql.raw(text).execute(kysely))

/** Marquee's tables in the schema of the others, and in one of their own. */
const kinds: readonly { readonly kind: string; readonly create: () => Promise<Settings> }[] = [
  { kind: 'PGlite', create: async () => ({ DATA_DIR: await dataFolder() }) },
  { kind: 'Postgres', create: async () => ({ DATABASE_URL: await postgres.createDatabase('shared') }) },
  {
    kind: 'Postgres, with a schema of its own',
    create: async () => {
      const url = await postgres.createDatabase('apart')
      await run({ DATABASE_URL: url }, 'create schema marquee')
      return { DATABASE_URL: `${url}?options=-c%20search_path%3Dmarquee` }
    },
  },
]

/** Everything about the tables of others that a program could have altered. */
const DEFINITIONS = `select md5(string_agg(x::text, '|' order by x::text)) from (
  select c.oid, c.relname, c.relkind, c.relnatts, c.relchecks, c.relhastriggers, c.relhasrules, c.relacl::text,
    (select count(*) from pg_trigger t where t.tgrelid = c.oid), (select count(*) from pg_index i where i.indrelid = c.oid),
    (select string_agg(a.attname || a.atttypid || a.attnotnull, ',') from pg_attribute a where a.attrelid = c.oid)
  from pg_class c where c.oid = any($1::oid[])) x`
const TABLES = `select array_agg(c.oid)::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'shop', 'Old Shop') and c.relkind in ('r', 'p', 'v', 'm')`

describe.each(kinds)('marquee introspect on $kind', { timeout: 240_000 }, ({ kind, create }) => {
  const file = join(scratchFolder('introspect'), 'marquee.yaml')
  const schemas = SCHEMAS.flatMap((name) => ['--schema', name])
  let settings: Settings
  let oids: string
  let definitions: string
  let server: RunningServer | undefined
  let caller: Caller

  const introspect = (...words: string[]): Promise<Ran> => marquee(['introspect', ...schemas, ...words], settings)
  const definitionsNow = () =>
    within(settings, async (database) => {
      const [row] = await database.read({ text: DEFINITIONS, values: [oids] })
      return row?.[0] as string
    })
  const start = async (): Promise<void> => {
    server = await startServer('node', { ...CREDENTIALS, ...settings, DEMO: 'false', LOG_LEVEL: 'warn' })
    caller = await callerOf(server.url)
  }

  beforeAll(async () => {
    settings = await create()
    oids = await within(settings, async (database) => {
      await makeForeignTables(database)
      const [row] = await database.read({ text: TABLES, values: [] })
      return row?.[0] as string
    })
    definitions = await definitionsNow()
  })
  afterAll(() => server?.stop())

  it('[M3] tells what it would do and does nothing', async () => {
    const { code, stdout, stderr } = await introspect()
    expect([code, stdout]).toEqual([0, expect.stringContaining('film          ')])
    expect(stdout).toContain('public.log: it has no primary key')
    expect(stdout).toContain('public.film.poster: no field type holds bytea')
    expect(stdout).toContain('+ film (')
    expect(stdout).toContain('Nothing was changed: give --apply to store this.')
    expect(stderr).not.toContain('marquee:')
    expect(JSON.parse((await introspect('--out', '-', '--json')).stdout).marquee).toBe(1)
    const again = JSON.parse((await introspect('--json')).stdout)
    expect([again.applied, again.plan.different, again.mediaTypes.length]).toEqual([false, true, 21])
    expect(again.leftOut).toContainEqual({ subject: 'public.log', text: expect.any(String) })
  })

  it('[M3] refuses what it cannot do', async () => {
    expect(await marquee(['introspect', '--schema', 'pubic'], settings)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no schema pubic; did you mean public?'),
    })
    expect(await introspect('--table', 'flim')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('no table or view of others is called flim.'),
    })
    expect(await introspect('--apply')).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') })
    expect(await introspect('--apply', '--yes', '--out', '-')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('leave out --apply'),
    })
  })

  it('[M3] writes the document, stores the metadata once, and is up to date then', async () => {
    expect((await introspect('--out', file)).code).toBe(0)
    expect(readFileSync(file, 'utf8')).toContain('- name: film')
    const stored = await introspect('--apply', '--yes')
    expect([stored.code, stored.stdout]).toEqual([0, expect.stringContaining('Stored: ')])
    const again = await introspect('--apply', '--yes')
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('The metadata is up to date.')])
    const diff = await marquee(['schema', 'diff', file], settings)
    expect([diff.code, diff.stdout]).toEqual([0, 'no differences\n'])
  })

  it('[M3.a] is served: lists, records, relations, conditions and pages', async () => {
    await start()
    const get = async (path: string) => (await (await caller.send('GET', path)).json()) as Record<string, Entity[]>
    expect((await get('/api/v1/film?sort=title')).film?.map(({ title }) => title)).toEqual(['Dawn', 'Dusk', 'Noon'])
    const { film } = await get('/api/v1/film/1?include=actor,visit,film_detail')
    expect(film?.[0]?._links).toMatchObject({ country: 1, 'actor[film_id]': [2, 1], visit: [1], film_detail: [1] })
    expect((await get('/api/v1/film_list?country=Chile')).film_list).toMatchObject([{ title: 'Dusk' }])

    const added = await caller.send('POST', '/api/v1/film', {
      film: [{ title: 'Midnight', rating: 'PG-13', _links: { actors: [3], country: 2 } }],
    })
    expect(added.status).toBe(201)
    const [made] = ((await added.json()) as { film: [Entity] }).film
    const path = `/api/v1/film/${made._id}`
    const etag = (await caller.send('GET', path)).headers.get('etag') as string
    const patch = (tag: string, stars: number) => caller.send('PATCH', path, { film: [{ stars }] }, { 'if-match': tag })
    expect((await patch(etag, 4)).status).toBe(200)
    expect((await patch(etag, 5)).status).toBe(412)
    expect((await get(path)).film).toMatchObject([{ stars: 4, title_upper: 'MIDNIGHT', status: 'draft' }])
    expect((await caller.send('PATCH', path, { film: [{ length_minutes: 0 }] })).status).toBe(422)
    expect((await caller.send('DELETE', path)).status).toBe(204)
    expect((await caller.send('DELETE', '/api/v1/country/1')).status).toBe(409)
    expect(await definitionsNowOrServed()).toBe(definitions)
  })

  /** One process at a time has an embedded database. */
  async function definitionsNowOrServed(): Promise<string> {
    if (kind !== 'PGlite') return definitionsNow()
    await server?.stop()
    server = undefined
    return definitionsNow()
  }

  it('[M3] [M5] follows the tables, on Postgres while the service runs', async () => {
    await run(settings, 'create table public.studio (id serial primary key, name text not null)')
    await run(settings, `insert into public.studio (name) values ('North')`)
    await run(settings, 'alter table public.film drop column weight')
    const { code, stdout } = await introspect('--apply', '--yes')
    expect([code, stdout]).toEqual([0, expect.stringContaining('+ studio (')])
    expect(stdout).toContain('public.film.weight: the field weight goes')
    if (server === undefined) await start()
    await eventually(async () => {
      const { status } = await caller.send('GET', '/api/v1/studio')
      return status === 200 ? null : `studio answers ${status}`
    }, 15_000)
    expect((await caller.send('GET', '/api/v1/film')).status).toBe(200)
  })
})
