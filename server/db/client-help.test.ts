import { beforeAll, expect, it } from 'vitest'
import type { Database } from './database.ts'
import { up } from './migrations/0062-client-help.ts'
import { migratedDatabase, openCopy } from './test-database.ts'

let database: Database
beforeAll(async () => {
  database = openCopy(await migratedDatabase())
})

const fields = (...names: readonly string[]) =>
  database.kysely.selectFrom('adm_fields').select(['name', 'label', 'help']).where('name', 'in', names).orderBy('name')
const set = (name: string, values: { readonly label?: string; readonly help?: string }) =>
  database.kysely.updateTable('adm_fields').set(values).where('name', '=', name).execute()

it('[AUTH5] [M2] a new database tells of services what holds, and of a switch what it does when it is on', async () => {
  const told = await fields('client_type', 'is_administrator', 'is_disabled', 'is_first_party', 'scopes').execute()
  expect(told).toEqual([
    {
      name: 'client_type',
      label: 'Type',
      help: expect.stringContaining('signed in with its secret and with the name'),
    },
    { name: 'is_administrator', label: 'Administrator', help: 'If yes, they may do everything.' },
    { name: 'is_disabled', label: 'Disabled', help: 'If yes, they cannot sign in.' },
    { name: 'is_first_party', label: 'Our own', help: 'If yes, nobody is asked for consent.' },
    { name: 'scopes', label: 'Scopes', help: expect.any(String) },
  ])
})

it('[AUTH5] [M2] an older database is told as much, and keeps the texts that were given by hand', async () => {
  await set('client_type', { help: 'A service may do everything, with its id and secret alone.' })
  await set('is_disabled', { help: 'On holiday.' })
  await set('scopes', { label: 'Allowed' })
  await up(database.kysely)
  expect(await fields('client_type', 'is_disabled', 'scopes').execute()).toMatchObject([
    { help: expect.stringContaining('signed in with its secret') },
    { help: 'On holiday.' },
    { label: 'Allowed' },
  ])
})
