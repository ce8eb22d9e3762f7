import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MediaTypeDocument, MetadataDocument } from '../../server/catalog/document.ts'
import type { Report } from '../../server/introspect/report.ts'
import type { Entity } from '../../shared/envelope.ts'
import { CREDENTIALS } from '../harness/credentials.ts'
import { marquee } from '../harness/marquee.ts'
import { type PostgresServer, startPostgres } from '../harness/postgres.ts'
import { type RunningServer, startServer } from '../harness/servers.ts'
import { pageReader } from './browser-session.ts'
import { asNumber, columnOf, isList, isSortable, type Requests, relationOf, requestsOf } from './library-requests.ts'
import { HOSTILE, HOSTILE_TEXTS, OPERATORS } from './library-values.ts'
import { callerOf, eventually } from './saves.ts'
import { tableSnapshot } from './table-snapshot.ts'

const SCHEMAS = ['public', 'lending', 'Archive 2020']
const INTROSPECT = ['introspect', ...SCHEMAS.flatMap((name) => ['--schema', name])]

let postgres: PostgresServer
let url: string
let settings: { readonly DATABASE_URL: string }
let server: RunningServer
let requests: Requests
let document: MetadataDocument
let report: Report
let definitions: readonly string[]
let rowsBefore: readonly string[]

const run = async <T extends pg.QueryResultRow>(
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly T[]> => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<T>(text, values.length === 0 ? undefined : [...values])).rows
  } finally {
    await client.end()
  }
}
const pulled = async (): Promise<MetadataDocument> =>
  JSON.parse((await marquee(['schema', 'pull', '--json'], settings)).stdout)

beforeAll(async () => {
  postgres = await startPostgres()
  url = await postgres.createDatabase('library')
  await run(readFileSync(new URL('library.sql', import.meta.url), 'utf8'))
  await run('create schema marquee')
  settings = { DATABASE_URL: `${url}?options=-c%20search_path%3Dmarquee` }
  definitions = await tableSnapshot(url, SCHEMAS, { rows: false })
  rowsBefore = await tableSnapshot(url, SCHEMAS, { rows: true })
  const stored = await marquee([...INTROSPECT, '--apply', '--yes', '--json'], settings)
  expect([stored.code, stored.stderr]).toEqual([0, expect.not.stringContaining('marquee:')])
  report = JSON.parse(stored.stdout)
  document = await pulled()
  server = await startServer('node', { ...CREDENTIALS, ...settings, DEMO: 'false', LOG_LEVEL: 'warn' })
  requests = requestsOf(await callerOf(server.url))
}, 240_000)
afterAll(async () => {
  await server.stop()
  await postgres.stop()
})

const send: Requests['send'] = (...request) => requests.send(...request)
const done: Requests['done'] = (...request) => requests.done(...request)
const rowsOf: Requests['rowsOf'] = (...request) => requests.rowsOf(...request)
const foreign = (): readonly MediaTypeDocument[] => document.mediaTypes.filter((type) => type.foreign !== undefined)
const TEXTS = new Set(['Text', 'TextArea', 'Enum'])

describe('[M3] introspection of a database of others', { timeout: 240_000 }, () => {
  it('maps, or names with the reason, each table and each column', async () => {
    const told = new Map([...report.leftOut, ...report.remarks].map(({ subject, text }) => [subject, text]))
    const joined = new Set(report.joiningTables.map(({ table }) => table))
    const columns = await run<{ subject: string; table: string; column: string }>(
      `select n.nspname || '.' || c.relname as table, a.attname as column, n.nspname || '.' || c.relname || '.' || a.attname as subject
       from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = any($1) and c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0`,
      [SCHEMAS],
    )
    expect(columns.length).toBeGreaterThan(130)
    for (const { subject, table, column } of columns) {
      const type = foreign().find((each) => each.table === table)
      const mapped =
        type?.fields.some((field) => columnOf(field) === column) || type?.foreign?.key === column || column === 'id'
      const reason = told.get(table) ?? told.get(subject)
      expect([
        subject,
        type !== undefined && mapped ? 'mapped' : joined.has(table) ? 'joins' : (reason ?? null),
      ]).toEqual([subject, expect.any(String)])
    }
    const leftOut = report.leftOut.map(({ subject }) => subject)
    expect(leftOut).toEqual(
      expect.arrayContaining([
        'public.visit_log',
        'public.member',
        'public.shelf',
        'public.halves',
        'public.unfilled',
        'public.copy',
      ]),
    )
    expect(foreign().map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'work',
        'loan',
        'order',
        'public_users',
        'lending_users',
        'lending_permissions',
        'table_me',
        'archive_2020_work',
      ]),
    )
  })

  it('[M3] changes neither definitions nor rows, and a second time not even metadata', async () => {
    expect(rowsBefore.length).toBeGreaterThan(500)
    const again = await marquee([...INTROSPECT, '--apply', '--yes'], settings)
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('The metadata is up to date.')])
    expect(await pulled()).toEqual(document)
    expect(await tableSnapshot(url, SCHEMAS, { rows: true })).toEqual(rowsBefore)
  })

  it('[M3.a] is listed, sorted by each field, with each related type', async () => {
    for (const type of foreign()) {
      const all = await rowsOf(type.name)
      for (const field of type.fields) {
        if (relationOf(type, field) !== undefined || !isSortable(field)) continue
        for (const sort of [field.name, `-${field.name}`])
          expect([type.name, sort, (await rowsOf(type.name, `&sort=${sort}`)).length]).toEqual([
            type.name,
            sort,
            all.length,
          ])
      }
      // two relations to one type cannot be told apart
      for (const { related } of type.relations ?? [])
        expect([200, 400]).toContain((await send('GET', `${type.name}?include=${related}`)).status)
      for (const { _id } of all) await done('GET', `${type.name}/${_id}`)
    }
  })

  it('[M3.a] is filtered by each field, with each operator and whatever value', async () => {
    const tried = new Set<string>()
    for (const type of foreign()) {
      const [first] = await rowsOf(type.name)
      for (const field of type.fields) {
        const kind = `${field.type} ${field.columnType ?? ''} ${relationOf(type, field)?.kind ?? ''}`
        for (const operator of tried.has(kind) ? [] : OPERATORS)
          for (const text of HOSTILE_TEXTS) {
            const value = operator.endsWith('in') ? `(${text})` : `_${text}`
            await send('GET', `${type.name}?pageSize=1&filter=${field.name}_$${operator}${value}`)
          }
        tried.add(kind)
        const own = first?.[field.name]
        if (typeof own !== 'string' || own === '' || !TEXTS.has(field.type)) continue
        const found = await rowsOf(type.name, `&filter=${field.name}_$eq_${encodeURIComponent(own)}`)
        expect([type.name, field.name, found.map(({ _id }) => _id)]).toEqual([
          type.name,
          field.name,
          expect.arrayContaining([first?._id]),
        ])
      }
    }
  })

  it('[M3.a] takes new records, changes of each field and relation, and deletes', async () => {
    for (const type of foreign()) {
      if (type.blockCreate) {
        expect([type.name, (await send('POST', type.name, { [type.name]: [{}] })).status]).toEqual([type.name, 403])
        continue
      }
      const { _id } = await requests.add(type)
      const path = `${type.name}/${_id}`
      for (const field of type.fields.filter(({ readOnly }) => !readOnly)) {
        const isKey = columnOf(field) === (type.foreign?.key ?? 'id')
        const body = await requests.bodyOf(type, [field], [_id])
        if (isKey) continue
        await done('PATCH', path, body)
        const [after] = (await done('GET', path)).body[type.name] as readonly [Entity]
        const relation = relationOf(type, field)
        const given = body[type.name]?.[0] as { readonly _links?: Readonly<Record<string, unknown>> } & Record<
          string,
          unknown
        >
        if (relation === undefined)
          expect([path, field.name, asNumber(after[field.name])]).toEqual([
            path,
            field.name,
            asNumber(given[field.name]),
          ])
        else {
          const key = isList(relation) ? `${relation.related}[${relation.linkColumn}]` : field.name
          expect([path, key, after._links?.[key]]).toEqual([path, key, given._links?.[field.name]])
        }
        for (const hostile of HOSTILE) {
          const value = relation === undefined ? { [field.name]: hostile } : { _links: { [field.name]: hostile } }
          await send('PATCH', path, { [type.name]: [value] })
        }
        if (field.required) continue
        const empty = relation !== undefined && isList(relation) ? [] : null
        const value = relation === undefined ? { [field.name]: null } : { _links: { [field.name]: empty } }
        // a column that takes no null but has a default is not required of a new record
        expect([path, field.name, (await send('PATCH', path, { [type.name]: [value] })).status]).toEqual([
          path,
          field.name,
          expect.toBeOneOf([200, 422]),
        ])
      }
      const etag = (await requests.done('GET', path)).etag
      expect(etag).toMatch(/^"\d+\.\d+"$/)
      if (!type.blockDelete) await done('DELETE', path)
    }
  })

  it('[M3.a] is edited from both ends of a joining table', async () => {
    const tagset = await rowsOf('tagset')
    const [first] = tagset
    await done('PATCH', `tagset/${first?._id}`, { tagset: [{ _links: { works: [1] } }] })
    const [work] = (await done('GET', 'archive_2020_work/1?fields=tagset[work]')).body.archive_2020_work as readonly [
      Entity,
    ]
    expect(work._links).toEqual({ 'tagset[work]': [first?._id] })
    await done('PATCH', 'archive_2020_work/1', { archive_2020_work: [{ _links: { 'tagset[work]': [] } }] })
    expect((await rowsOf('tagset'))[0]?._links).toEqual({ 'archive_2020_work[tagset]': [] })
  })

  it('[M3.a] is shown in pages: lists sorted by each column, records, forms for new ones', async () => {
    const read = await pageReader(server.url)
    const shown = async (path: string): Promise<void> => {
      const response = await read(`/api/v2/display/${path}`)
      const text = await response.text()
      expect([path, response.status], text).toEqual([path, 200])
      const { data } = JSON.parse(text) as {
        readonly data: { readonly components: readonly { readonly data: unknown }[] }
      }
      expect([path, data.components.map((component) => component.data !== null)]).toEqual([path, [true]])
    }
    for (const type of foreign()) {
      const pages = document.pages.filter(({ mediaType }) => mediaType === type.name)
      expect([type.name, pages.length]).toEqual([type.name, 2])
      for (const { key, components } of pages) {
        if (components[0]?.type === 'form') {
          for (const { _id } of (await rowsOf(type.name)).slice(0, 3)) await shown(`${key}/${_id}`)
          if (!type.blockCreate) await shown(`${key}/new`)
          continue
        }
        await shown(key)
        for (const { name } of type.fields.filter(isSortable)) await shown(`${key}?sort=-${name}`)
      }
    }
    expect((await read('/api/v2/menu')).status).toBe(200)
  })

  it('[M3] has the definitions that it had, after all was read and written', async () => {
    expect(await tableSnapshot(url, SCHEMAS, { rows: false })).toEqual(definitions)
  })

  it('[M5] finds what was added since, while the service runs', async () => {
    await run(
      'create table lending.fine (id serial primary key, amount numeric(6, 2), card integer references public.card)',
    )
    await run('insert into lending.fine (amount) values (2.5)')
    const { stdout } = await marquee([...INTROSPECT, '--apply', '--yes'], settings)
    expect(stdout).toContain('+ fine (2 fields, 1 relation)')
    await eventually(async () => {
      const { status } = await send('GET', 'fine')
      return status === 200 ? null : `fine answers ${status}`
    }, 10_000)
    expect(await rowsOf('fine')).toMatchObject([{ amount: 2.5 }])
  })
})
