import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FieldDocument, MediaTypeDocument } from '../catalog/document.ts'
import { documentOf } from '../cli/schema/document-of.ts'
import { readMetadata } from '../cli/schema/metadata.ts'
import type { Database } from '../db/database.ts'
import { type Introspection, introspect } from './introspect.ts'
import { reportOf, reportText } from './report.ts'
import type { Selection } from './selection.ts'
import { SCHEMAS } from './test-introspected.ts'
import { openForeignDatabase } from './test-open.ts'
import { LONG_COLUMN, LONG_NAME } from './test-schema.ts'

let database: Database
let found: Introspection

async function look(selection: Partial<Selection> = {}): Promise<Introspection> {
  const current = documentOf(await database.transaction(readMetadata))
  return introspect(database, current, {
    selection: { schemas: SCHEMAS, tables: [], exclude: [], ...selection },
    withPages: true,
  })
}

beforeAll(async () => {
  database = await openForeignDatabase()
  found = await look()
})
afterAll(() => database.close())

const typeOf = (name: string): MediaTypeDocument =>
  found.mediaTypes.find(({ document }) => document.name === name)?.document as MediaTypeDocument
const fieldOf = (type: string, name: string): FieldDocument =>
  typeOf(type).fields.find((field) => field.name === name) as FieldDocument
const notesOn = (subject: string, of = found) =>
  of.notes.filter((note) => note.subject === subject).map(({ kind, text }) => `${kind}: ${text}`)

describe('[M3] introspection', () => {
  it('maps tables of every kind and says what it did with each of the others', () => {
    const { mediaTypes, leftOut, joiningTables, remarks } = reportOf(found)
    expect(mediaTypes.map(({ name, table, kind, key }) => `${name}: ${kind} ${table} by ${key}`)).toEqual([
      'public_case: table public.Case by id',
      'country: table public.Country by CountryID',
      `${LONG_NAME}: table public.${LONG_NAME} by id`,
      'actor: table public.actor by id',
      'booking: table public.booking by id',
      'case: table public.case by id',
      'film: table public.film by film_id',
      'film_country: table public.film_country by id',
      'film_detail: table public.film_detail by film_id',
      'film_list: view public.film_list by id',
      'film_totals: materialised view public.film_totals by film_id',
      'odd: table public.odd by pk',
      'p: table public.p by id',
      'person: table public.person by number',
      'select: table public.select by id',
      'ticket: table public.ticket by id',
      'visit: partitioned table public.visit by visit_id',
      'order: table shop.Order by id',
      'customer: table shop.customer by Customer No',
      'shop_users: table shop.users by id',
      'old_shop_customer: table Old Shop.Customer by id',
    ])
    expect(joiningTables.map(({ table }) => table)).toEqual([
      'public.ActorCountry',
      'public.actor_friends',
      'public.film_actor',
    ])
    const named = [...leftOut, ...remarks].map(({ subject }) => subject)
    for (const name of [
      'busy_days',
      'device',
      'film_prize',
      'language',
      'log',
      'pairs',
      'seat',
      'with.dot',
      'visit_2024',
    ])
      expect(named).toContain(`public.${name}`)
    const text = reportText(reportOf(found))
    expect(text).toContain('public.log: it has no primary key')
    expect(text).toContain('public.film.poster: no field type holds bytea')
  })

  it('says why a table cannot be mapped', () => {
    expect(notesOn('public.log')).toEqual([
      'left out: it has no primary key, and no other column of whole numbers that is unique and never null',
    ])
    expect(notesOn('public.seat')[0]).toContain('of several columns (row_no integer, seat_no integer)')
    expect(notesOn('public.device')[0]).toContain('its primary key is uid uuid')
    expect(notesOn('public.pairs')[0]).toContain('in none of its columns of whole numbers (one, other)')
    expect(notesOn('public.film_prize')).toEqual([
      'left out: it joins film and country, but has columns of its own (amount) and no key of one whole number',
    ])
    expect(notesOn('public.ticket')).toEqual([
      'left out: the foreign key ticket_row_no_seat_no_fkey: it is of several columns (row_no, seat_no), to public.seat',
    ])
    expect(notesOn('public.film')).toEqual([
      'left out: the foreign key film_original_language_fkey: public.language is no media type',
    ])
  })

  it('takes names that are no names of the catalogue apart', () => {
    expect(typeOf('public_case').fields.map(({ name, column }) => [name, column])).toEqual([
      ['name', undefined],
      ['name_2', 'Name'],
      ['name_3', 'NAME'],
    ])
    expect(notesOn('public.Case.NAME')).toEqual(['remark: its field is name_3'])
    expect(typeOf('odd').fields.map(({ name, column }) => column ?? name)).toEqual([
      'id',
      'version',
      'dateins',
      '_links',
      '_type',
      'page',
    ])
    expect(typeOf('odd').fields.map(({ name }) => name)).toEqual([
      'id_column',
      'version',
      'dateins_column',
      'links',
      'type',
      'page',
    ])
    expect(fieldOf(LONG_NAME, LONG_COLUMN).type).toBe('Text')
    expect(fieldOf('country', 'grosse').column).toBe('Größe')
    expect(typeOf('shop_users').label).toBe('User')
  })

  it.each<readonly [string, string, Partial<FieldDocument>]>([
    ['film', 'title', { type: 'Text', required: true, props: { maxLength: 120 } }],
    ['film', 'description', { type: 'TextArea' }],
    ['film', 'stars', { type: 'Integer', props: { min: 1, max: 5 } }],
    ['film', 'score', { type: 'Integer', props: { min: 0, max: 100 } }],
    ['film', 'code', { type: 'Text', props: { maxLength: 8 } }],
    ['film', 'length_minutes', { type: 'Integer', props: { min: 1, max: 2147483647 } }],
    ['film', 'price', { type: 'Decimal', props: { precision: 2 } }],
    ['film', 'weight', { type: 'Decimal', columnType: 'double precision' }],
    ['film', 'released', { type: 'Date', props: { min: '1890-01-01' } }],
    ['film', 'moods', { type: 'MultiEnum', columnType: 'public.film_rating[]' }],
    ['film', 'keywords', { type: 'JSON', columnType: 'text[]', readOnly: true }],
    ['film', 'extra', { type: 'JSON' }],
    ['film', 'raw', { type: 'JSON', columnType: 'json' }],
    ['film', 'title_upper', { type: 'Text', readOnly: true }],
    ['film', 'is_public', { type: 'Boolean' }],
    ['film', 'address', { type: 'Text', columnType: 'inet' }],
    ['film', 'starts_at', { type: 'Time' }],
    ['film', 'created_at', { type: 'DateTime' }],
    ['film', 'changed', { type: 'DateTime', columnType: 'timestamp(3) without time zone' }],
    ['film', 'sequel_of', { type: 'Related' }],
    ['country', 'iso', { type: 'Text', columnType: 'character(2)', help: 'ISO 3166-1, two letters' }],
    ['person', 'uid', { type: 'Text', columnType: 'uuid', unique: true }],
    ['order', 'id_column', { type: 'Integer', column: 'id', required: true, unique: true, label: 'ID' }],
    ['film_list', 'title', { type: 'Text', readOnly: true }],
  ])('makes a field of %s.%s', (type, name, expected) => {
    const field = fieldOf(type, name)
    expect(field).toMatchObject(expected)
    for (const member of ['required', 'readOnly', 'columnType', 'unique'] as const)
      expect([member, field[member]]).toEqual([member, expected[member]])
  })

  it('makes choices of enums and of checks', () => {
    expect(fieldOf('film', 'rating')).toMatchObject({
      type: 'Enum',
      columnType: 'public.film_rating',
      enumValues: [
        { value: 'G', label: 'G' },
        { value: 'PG-13', label: 'PG-13' },
        { value: 'not_rated', label: 'Not rated' },
      ],
    })
    const { type, columnType, enumValues } = fieldOf('film', 'status')
    expect([type, columnType, enumValues?.map(({ value }) => value)]).toEqual([
      'Enum',
      undefined,
      ['draft', 'in_review', 'published'],
    ])
  })

  it('makes relations of foreign keys and joining tables', () => {
    expect(typeOf('film').relations).toEqual([
      { kind: 'many-to-one', related: 'country', column: 'country_id' },
      { kind: 'many-to-one', related: 'film', column: 'sequel_of', onDelete: 'set-null' },
      {
        kind: 'many-to-many',
        related: 'actor',
        field: 'actors',
        linkTable: 'public.film_actor',
        linkColumn: 'film_id',
        linkRelatedColumn: 'actor_id',
        orderColumn: 'billing_order',
      },
      {
        kind: 'link-object',
        related: 'country',
        field: 'countries',
        linkTable: 'public.film_country',
        linkMediaType: 'film_country',
        linkColumn: 'film_id',
        linkRelatedColumn: 'country_id',
      },
    ])
    // a joining table leads back from countries under film[country_id]
    expect(fieldOf('film', 'country')).toMatchObject({ column: 'country_id' })
    expect(typeOf('film_country').isLink).toBe(true)
    expect(typeOf('film_detail').relations).toEqual([
      { kind: 'one-to-one', related: 'film', column: 'film_id', onDelete: 'cascade' },
    ])
    expect(typeOf('actor').relations?.map(({ linkTable, field }) => [linkTable, field])).toEqual([
      ['public.ActorCountry', 'countries'],
      ['public.actor_friends', 'friends'],
    ])
    expect(notesOn('public.odd joins')).toEqual([
      'left out: as a relation of actor to country: the name of its column the actor cannot be one of a relation',
    ])
  })

  it('finds names, trees and times of addition', () => {
    expect([typeOf('film').nameField, typeOf('film').parentField]).toEqual(['title', 'sequel_of'])
    expect(typeOf('film').foreign).toEqual({ key: 'film_id', version: 'xmin', inserted: 'created_at' })
    expect(typeOf('actor').nameField).toBe('last_name')
    expect(typeOf('order').parentField).toBe('parent_order')
    expect([typeOf('film').label, typeOf('film').labelPlural]).toEqual(['Feature film', 'Feature films'])
  })

  it('makes views read-only', () => {
    for (const name of ['film_list', 'film_totals']) {
      expect(typeOf(name)).toMatchObject({ blockWrite: true, blockDelete: true, blockCreate: true })
      expect(typeOf(name).foreign?.version).toBe('row')
    }
  })

  it('makes pages for each media type, links but for the menu', () => {
    const keys = found.document.pages.filter(({ mediaType }) => mediaType === 'film').map(({ key }) => key)
    expect(keys).toEqual(['film', 'film_edit'])
    const page = (key: string) => found.document.pages.find((candidate) => candidate.key === key)
    expect(page('film')?.menuGroup).toBe('Tables')
    expect(page('film_list')?.menuGroup).toBe('Views')
    expect(page('film_country')?.menuGroup).toBeUndefined()
    expect(page('film_edit')?.components[0]?.configuration).toEqual({
      links: { country: 'country_edit', sequel_of: 'film_edit', actors: 'actor_edit', countries: 'country_edit' },
    })
  })

  it('takes the tables, and leaves out the columns, that it is told to', async () => {
    const some = await look({ tables: ['film*', 'shop.*'], exclude: ['*_actor', 'film.price', 'film.title'] })
    const names = ['film', 'film_country', 'film_detail', 'film_list', 'film_totals', 'order', 'customer', 'shop_users']
    expect(some.mediaTypes.map(({ document }) => document.name)).toEqual(names)
    const film = some.mediaTypes[0]?.document
    expect(film?.fields.some(({ name }) => name === 'price' || name === 'title')).toBe(false)
    expect(film?.blockCreate).toBe(true)
    expect(notesOn('public.film', some)).toContain(
      'limited: no records can be added: title must be given and is no field',
    )
  })

  it('passes over Marquee’s own tables, wherever they are', async () => {
    expect((await look({ schemas: ['marquee'] })).mediaTypes).toEqual([])
    expect((await look({ schemas: ['marquee'] })).notes).toEqual([])
  })

  it('changes nothing in the database', async () => {
    const state = `select md5(string_agg(c.oid || c.relname || c.relnatts || c.relchecks || c.relhastriggers, ',' order by c.oid))
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('public', 'shop', 'Old Shop', 'marquee')`
    const [before] = await database.read({ text: state, values: [] })
    await look()
    expect(await database.read({ text: state, values: [] })).toEqual([before])
  })

  it('tells of ids that no address can hold', async () => {
    await sql`create table public.snowflakes (id bigint primary key default 1, name text)`.execute(database.kysely)
    await sql`insert into public.snowflakes values (1234567890123456789, 'far')`.execute(database.kysely)
    const { notes } = await look({ tables: ['snowflakes'] })
    expect(notes).toEqual([
      {
        kind: 'limited',
        subject: 'public.snowflakes',
        text: 'ids below 1 or above 9007199254740991 cannot be addressed',
      },
    ])
  })
})
