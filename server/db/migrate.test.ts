import { expect, it } from 'vitest'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { openPglite } from './pglite.ts'
import { emptyPglite } from './test-pglite.ts'

it.each([
  [
    'a table is called like one of its own',
    'create table users (id serial primary key)',
    'relation "users" already exists',
  ],
  ['the schema it is sent to is missing', 'set search_path = nowhere', 'there is no schema to create tables in'],
  [
    'its role may not create tables',
    'revoke create on schema public from public; create role clerk; set role clerk',
    'permission denied for schema public',
  ],
])('[M3] a database in which %s is told how to be made ready, and left as it was', async (_, statement, reason) => {
  const pglite = await emptyPglite()
  await pglite.exec(statement)
  const database = await openPglite(pglite)
  const tables = async () => (await pglite.query(`select tablename from pg_tables where schemaname = 'public'`)).rows
  const before = await tables()
  const refused = migrate(database, migrations)
  await expect(refused).rejects.toMatchObject({
    name: 'NoPlaceForTables',
    message: expect.stringMatching(new RegExp(`${reason}.*create schema marquee`)),
  })
  expect(await tables()).toEqual(before)
  await database.close()
})
