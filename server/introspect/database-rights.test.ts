import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openTestService, type TestService } from '../query/test-service.ts'
import { applyIntrospection } from './test-introspected.ts'

const TABLES = [
  'create table sealed (id serial primary key, name text)',
  `insert into sealed (name) values ('wax')`,
  'create table guarded (id serial primary key, name text)',
  `insert into guarded (name) values ('mine')`,
  'alter table guarded enable row level security',
  'alter table guarded force row level security',
  `create policy mine on guarded using (true) with check (name = 'mine')`,
  'create table part (id serial primary key, o integer references sealed, m integer references guarded, name text)',
  `insert into part (o, m) values (1, 1)`,
  'create view sealed_names as select id, name from sealed',
]

let service: TestService
beforeAll(async () => {
  service = await openTestService({
    prepare: async (database) => {
      for (const text of TABLES) await sql.raw(text).execute(database.kysely)
      await applyIntrospection(database, ['public'])
    },
  })
  const run = (text: string) => sql.raw(text).execute(service.context.database.kysely)
  await run('create role clerk')
  await run('grant all on all tables in schema public to clerk')
  await run('grant all on all sequences in schema public to clerk')
  await run('revoke insert, update, delete on sealed from clerk')
  await run('set role clerk')
}, 120_000)
afterAll(() => service.close())
afterEach(() => {
  expect(service.failures.splice(0).map(String)).toEqual([])
})

it.each([
  ['POST', '/sealed', { name: 'x' }],
  ['PATCH', '/sealed/1', { name: 'x' }],
  ['DELETE', '/sealed/1', undefined],
  ['POST', '/guarded', { name: 'theirs' }],
  ['PATCH', '/guarded/1', { name: 'theirs' }],
])('[M3.a] what the database does not permit is forbidden: %s %s', async (method, path, values) => {
  const type = path.split('/')[1] as string
  const { status, body } = await service.send(method, path, values && { [type]: [values] })
  expect([status, body.errors?.[0]?.code]).toEqual([403, 'FORBIDDEN'])
})

it('[M3.a] a relation may be called as whatever statements call their parts', async () => {
  const changed = await service.send('PATCH', '/part/1', { part: [{ name: 'n', _links: { o: 1, m: null } }] })
  expect([changed.status, changed.body.part]).toEqual([200, [expect.objectContaining({ name: 'n' })]])
  expect((await service.get('/part/1?include=sealed')).body.part).toMatchObject([{ _links: { o: 1, m: null } }])
  expect((await service.send('DELETE', '/part/1')).status).toBe(204)
})
