import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MediaTypeDocument, MetadataDocument } from '../../server/catalog/document.ts'
import { CREDENTIALS } from '../harness/credentials.ts'
import { marquee } from '../harness/marquee.ts'
import { type PostgresServer, startPostgres } from '../harness/postgres.ts'
import { scratchFolder } from '../harness/run-folder.ts'
import { type RunningServer, startServer } from '../harness/servers.ts'
import { type Caller, callerOf, eventually } from './saves.ts'

const field = (name: string) => ({ name, label: name, type: 'Text' })
const type = (name: string, ...fields: readonly string[]): MediaTypeDocument => ({
  name,
  label: name,
  labelPlural: name,
  fields: fields.map(field),
})
const folder = scratchFolder('concurrent')

function fileOf(name: string, mediaTypes: readonly MediaTypeDocument[]): string {
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify({ marquee: 1, mediaTypes, pages: [], dictionary: { en: { NAME: name } } }))
  return file
}

let postgres: PostgresServer
let settings: { readonly DATABASE_URL: string }
let server: RunningServer
let caller: Caller
beforeAll(async () => {
  postgres = await startPostgres()
  settings = { DATABASE_URL: await postgres.createDatabase('concurrent') }
  server = await startServer('node', { ...CREDENTIALS, ...settings, DEMO: 'false', LOG_LEVEL: 'warn' })
  caller = await callerOf(server.url)
}, 120_000)
afterAll(async () => {
  await server.stop()
  await postgres.stop()
})

const apply = (file: string) => marquee(['schema', 'apply', file, '--yes', '--confirm-loss', '--quiet'], settings)

async function query<T extends pg.QueryResultRow>(text: string): Promise<readonly T[]> {
  const client = new pg.Client(settings.DATABASE_URL)
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}

/** Every table as the metadata says, and every column. */
async function expectTablesAsDeclared(): Promise<void> {
  const { stdout } = await marquee(['schema', 'pull', '--json'], settings)
  const { mediaTypes } = JSON.parse(stdout) as MetadataDocument
  const declared = mediaTypes.flatMap(({ name, fields }) => fields.map((each) => `${name}.${each.name}`))
  const columns = await query<{ column: string }>(
    `select table_name || '.' || column_name as column from information_schema.columns
     where table_schema = 'public' and column_name not in ('id', 'version', 'dateins')
       and table_name in (select table_name from adm_mediatypes where not is_system)`,
  )
  expect(columns.map(({ column }) => column).toSorted()).toEqual(declared.toSorted())
  const tables = await query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename ~ '^(stays|comes)'`,
  )
  expect(tables.map(({ name }) => name).toSorted()).toEqual(mediaTypes.map(({ name }) => name).toSorted())
}

it('[M2.b] [M5] a running service follows what is applied within seconds, rights included', async () => {
  expect(await apply(fileOf('first.json', [type('stays', 'title'), type('comes', 'title')]))).toMatchObject({ code: 0 })
  await eventually(async () => {
    const { status } = await caller.send('GET', '/api/v1/comes')
    return status === 200 ? null : `comes answers ${status}`
  }, 10_000)
  const grant = { owner_type: '2', owner_id: 1, object_type: '2', key: 'comes', can_read: true }
  await query(`insert into groups (name) values ('readers')`)
  expect((await caller.send('POST', '/api/v1/permissions', { permissions: [grant] })).status).toBe(201)
  expect(await apply(fileOf('second.json', [type('stays', 'title')]))).toMatchObject({ code: 0 })
  await eventually(async () => {
    const { status } = await caller.send('GET', '/api/v1/comes')
    return status === 404 ? null : `comes answers ${status}`
  }, 10_000)
  const { permissions } = (await (await caller.send('GET', '/api/v1/permissions?key=comes')).json()) as {
    permissions: []
  }
  expect(permissions).toEqual([])
})

it('[M2.b] changes of metadata through the API meanwhile neither mix with it nor break anything', async () => {
  const documents = [
    fileOf('a.json', [type('stays', 'title', 'a'), type('comes', 'title')]),
    fileOf('b.json', [type('stays', 'title', 'b')]),
  ]
  let applying = true
  const statuses: number[] = []
  const saves = [1, 2].map(async (worker) => {
    for (let round = 0; applying; round++) {
      const name = `w${worker}_${round}`
      const answer = await caller.send('POST', '/api/v1/adm_fields', {
        adm_fields: [{ ...field(name), mediatype: 'stays' }],
      })
      statuses.push(answer.status)
      const texts = { adm_dictionary: [{ language: 'de', key: name, text: name }] }
      statuses.push((await caller.send('POST', '/api/v1/adm_dictionary', texts)).status)
      statuses.push((await caller.send('POST', '/api/v1/stays', { stays: [{ title: name }] })).status)
    }
  })
  const ended: string[] = []
  for (let round = 0; round < 6; round++) {
    const { code, stderr } = await apply(documents[round % 2] as string)
    ended.push(code === 0 ? 'applied' : stderr.trim())
  }
  applying = false
  await Promise.all(saves)
  for (const end of ended)
    expect(['applied', 'marquee: the database changed meanwhile: look at the plan again']).toContain(end)
  expect(new Set(statuses.filter((status) => status >= 500))).toEqual(new Set())
  expect(statuses.filter((status) => status === 201).length).toBeGreaterThan(10)
  await expectTablesAsDeclared()
  expect(await apply(documents[0] as string)).toMatchObject({ code: 0, stderr: '' })
  await expectTablesAsDeclared()
  await eventually(async () => {
    const { status } = await caller.send('GET', '/api/v1/comes')
    return status === 200 ? null : `comes answers ${status}`
  }, 10_000)
}, 180_000)
