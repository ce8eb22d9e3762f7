import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { documentOf } from '../cli/schema/document-of.ts'
import { readMetadata } from '../cli/schema/metadata.ts'
import type { Database } from '../db/database.ts'
import { introspect } from './introspect.ts'
import { openForeignDatabase } from './test-open.ts'

let database: Database
beforeAll(async () => {
  database = await openForeignDatabase()
})
afterAll(() => database.close())

it.each([
  [
    'divides by zero',
    'view',
    'select id, 1 / (id - id) as half from public.actor',
    'reading it fails: division by zero',
  ],
  [
    'is not filled yet',
    'materialized view',
    'select id from public.actor',
    'reading it fails: .* has not been populated',
  ],
  ['has no numbers', 'view', `select 'a'::text as letter`, 'it has no column of whole numbers to tell its rows apart'],
  ['is empty', 'view', 'select id as one from public.actor where false', 'it is empty, so that nothing tells which'],
])('[M3] a view that %s is left out, with the reason', async (what, kind, query, reason) => {
  const unfilled = what.includes('filled') ? ' with no data' : ''
  await sql.raw(`create ${kind} public.odd_view as ${query}${unfilled}`).execute(database.kysely)
  const current = documentOf(await database.transaction(readMetadata))
  const { mediaTypes, notes } = await introspect(database, current, {
    selection: { schemas: ['public'], tables: ['odd_view'], exclude: [] },
    withPages: false,
  })
  expect(mediaTypes).toEqual([])
  expect(notes).toEqual([
    { kind: 'left out', subject: 'public.odd_view', text: expect.stringMatching(new RegExp(reason)) },
  ])
  await sql.raw(`drop ${kind} public.odd_view`).execute(database.kysely)
})

it('[M3] choices of nothing are no choices: an enum without values, a check that allows the empty text only', async () => {
  const run = (text: string) => sql.raw(text).execute(database.kysely)
  await run('create type public.nothing as enum ()')
  await run(`create table public.odd_choices (id serial primary key, a public.nothing, b text check (b in ('')))`)
  const current = documentOf(await database.transaction(readMetadata))
  const { mediaTypes, notes } = await introspect(database, current, {
    selection: { schemas: ['public'], tables: ['odd_choices'], exclude: [] },
    withPages: false,
  })
  expect(mediaTypes[0]?.document.fields).toEqual([{ name: 'b', label: 'B', type: 'Text' }])
  expect(notes).toEqual([
    { kind: 'left out', subject: 'public.odd_choices.a', text: 'public.nothing has no values to choose from' },
  ])
})
