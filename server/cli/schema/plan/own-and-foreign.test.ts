import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MediaTypeDocument, MetadataDocument } from '../../../catalog/document.ts'
import { seed } from '../seed.ts'
import { type TestSchema, testSchema } from '../test-schema.ts'

const NOTHING: MetadataDocument = { mediaTypes: [], pages: [], dictionary: {} }
const users = seed.mediaTypes.find(({ name }) => name === 'users') as MediaTypeDocument

let schema: TestSchema
let other: TestSchema
beforeAll(async () => {
  ;[schema, other] = [await testSchema(), await testSchema()]
})
afterAll(async () => {
  await schema.database.close()
  await other.database.close()
})
const run = (text: string): Promise<unknown> => sql.raw(text).execute(schema.database.kysely)

describe('what every database comes with', () => {
  it('[M2] is left out while it is as it was', async () => {
    expect(await schema.pull()).toEqual(NOTHING)
    expect(await schema.diff(NOTHING)).toBe('no differences\n')
  })

  it('[M2] [M2.c] is there as far as it was changed, applied elsewhere, and set back where a document lacks it', async () => {
    await run("update adm_mediatypes set label = 'Colleague' where name = 'users'")
    await run("update adm_pages set title = 'Staff' where page_key = 'adm_users'")
    await run("delete from adm_pages where page_key in ('adm_oauth_clients', 'adm_oauth_client')")
    const pulled = await schema.pull()
    expect(pulled.mediaTypes).toEqual([{ ...users, label: 'Colleague' }])
    expect(pulled.pages).toMatchObject([{ key: 'adm_users', title: 'Staff' }])
    expect(pulled.removedPages).toEqual(['adm_oauth_client', 'adm_oauth_clients'])
    expect(await schema.diff(pulled)).toBe('no differences\n')

    await other.apply(pulled)
    expect(await other.pull()).toEqual(pulled)
    await other.apply(NOTHING)
    expect(await other.pull()).toEqual(NOTHING)
  })

  it.each<[string, MediaTypeDocument, string]>([
    [
      'a field less',
      { ...users, fields: users.fields.slice(1) },
      'users is part of Marquee and cannot lose users.username',
    ],
    [
      'a field more',
      { ...users, fields: [...users.fields, { name: 'shoe_size', label: 'Shoe size', type: 'Integer' }] },
      'users is part of Marquee and cannot have more than it comes with: users.shoe_size',
    ],
    [
      'another name field',
      { ...users, nameField: 'username' },
      'users is part of Marquee: nameField of users cannot be changed',
    ],
    [
      'another type',
      {
        ...users,
        fields: users.fields.map((field) => (field.name === 'password' ? { ...field, type: 'Text' } : field)),
      },
      'users is part of Marquee: type of users.password cannot be changed',
    ],
    ['another name', { ...users, name: 'people', renamedFrom: 'users' }, 'users'],
  ])('[M2.b] cannot have %s', async (_, type, message) => {
    const problems = await schema.problems({ ...NOTHING, mediaTypes: [type] })
    expect(problems).toContainEqual(expect.stringContaining(message))
  })
})

it.each([
  ['version', 'column: version has a meaning of its own in every media type: choose another name'],
  ['Year', 'column: expected lower-case letters, digits and underscores, a letter first, at most 63 characters'],
  ['title', 'title is the column of plays.title already'],
])('[M2.b] a column of Marquee’s making cannot be %s', async (column, message) => {
  const plays: MediaTypeDocument = {
    name: 'plays',
    label: 'Play',
    labelPlural: 'Plays',
    fields: [
      { name: 'title', label: 'Title', type: 'Text' },
      { name: 'year', label: 'Year', type: 'Integer', column },
    ],
  }
  expect(await schema.problems({ ...NOTHING, mediaTypes: [plays] })).toEqual([
    `/mediaTypes/0/fields/1/column: ${message}`,
  ])
})

it('[M2.a] a plan has a line for each text, whatever its key is', async () => {
  const texts = { ...NOTHING, dictionary: { de: { 'two\nlines': 'x', plain: 'y' } } }
  expect(await schema.diff(texts)).toContain('Dictionary\n  + "de two\\nlines"\n  + de plain\n')
})

describe('a table that was there before', () => {
  const films: MediaTypeDocument = {
    name: 'films',
    label: 'Film',
    labelPlural: 'Films',
    table: 'archive.film',
    nameField: 'title',
    foreign: { key: 'film_no', version: 'xmin', inserted: 'added_at' },
    fields: [
      { name: 'title', label: 'Title', type: 'Text', column: 'Film Title', columnType: 'character varying(80)' },
      { name: 'year', label: 'Year', type: 'Integer', columnType: 'smallint' },
    ],
  }
  const document: MetadataDocument = { ...NOTHING, mediaTypes: [films] }
  beforeAll(async () => {
    await schema.apply(NOTHING)
    await run('create schema archive')
    await run(
      'create table archive.film (film_no int primary key, "Film Title" varchar(80), year smallint, added_at timestamptz)',
    )
    await run("insert into archive.film values (7, 'A', 1999, now())")
  })

  it('[M2.c] comes with all that must be known of it, and stays as it is', async () => {
    await schema.apply(document)
    expect(await schema.pull()).toEqual(document)
    expect(await schema.diff(document)).toBe('no differences\n')
    const more = { ...NOTHING, mediaTypes: [{ ...films, label: 'Old film', fields: films.fields.slice(0, 1) }] }
    expect(await schema.diff(more)).not.toContain('Tables')
    await schema.apply(more)
    await schema.apply(NOTHING)
    expect(await schema.count('archive.film where year = 1999')).toBe(1)
  })

  it('[M2.b] must be there, with its columns', async () => {
    expect(await other.problems(document)).toEqual(['/mediaTypes/0/table: the database has no table archive.film'])
    const wrong: MediaTypeDocument = {
      ...films,
      foreign: { key: 'id' },
      fields: [...films.fields, { name: 'colour', label: 'Colour', type: 'Text' }],
    }
    expect(await schema.problems({ ...NOTHING, mediaTypes: [wrong] })).toEqual([
      '/mediaTypes/0/foreign: the table archive.film has no column id',
      '/mediaTypes/0/fields/2/column: the table archive.film has no column colour',
      '/mediaTypes/0/foreign: the table archive.film has no column version: expected version: xmin, or row for a view',
    ])
  })

  const withField = (field: Partial<MediaTypeDocument['fields'][number]>): MediaTypeDocument => ({
    ...films,
    fields: [{ ...films.fields[0], ...field } as MediaTypeDocument['fields'][number], ...films.fields.slice(1)],
  })
  const genres: MediaTypeDocument = {
    name: 'genres',
    label: 'Genre',
    labelPlural: 'Genres',
    table: 'archive.genre',
    foreign: { version: 'xmin' },
    fields: [{ name: 'films', label: 'Films', type: 'Related' }],
    relations: [
      {
        kind: 'many-to-many',
        related: 'films',
        field: 'films',
        linkTable: 'archive.film_genre',
        linkColumn: 'a',
        linkRelatedColumn: 'b',
      },
    ],
  }
  it.each<[string, MediaTypeDocument, string]>([
    [
      'fields of their columns’ kinds',
      withField({ type: 'Boolean' }),
      '/mediaTypes/0/fields/0: the column Film Title of archive.film cannot be read as Boolean',
    ],
    ['types that there are', withField({ columnType: 'moo' }), '/mediaTypes/0/fields/0: the database has no type moo'],
    [
      'types and nothing beside them',
      withField({ columnType: 'text), (select 1' }),
      '/mediaTypes/0/fields/0: the database has no type',
    ],
    [
      'types that values can be kept as',
      withField({ type: 'Boolean', column: 'year', columnType: 'date' }),
      '/mediaTypes/0/fields/0: the column year',
    ],
    [
      'ids that are numbers',
      { ...films, foreign: { key: 'Film Title', version: 'xmin' } },
      '/mediaTypes/0/foreign: archive.film cannot be read so: expected a whole number in Film Title',
    ],
    [
      'times that are times',
      { ...films, foreign: { key: 'film_no', version: 'xmin', inserted: 'year' } },
      '/mediaTypes/0/foreign: ',
    ],
  ])('[M2.b] has %s', async (_, type, problem) => {
    expect(await schema.problems({ ...NOTHING, mediaTypes: [type] })).toEqual([expect.stringContaining(problem)])
  })

  it('[M2.b] has the joining tables that its relations speak of', async () => {
    await run('create table archive.genre (id int primary key)')
    const both = { ...NOTHING, mediaTypes: [films, genres] }
    expect(await schema.problems(both)).toEqual([
      '/mediaTypes/1/relations/0: expected a joining table archive.film_genre with these columns, those of records whole numbers',
    ])
    await run('create table archive.film_genre (a int, b text)')
    expect(await schema.problems(both)).toHaveLength(1)
    await run('alter table archive.film_genre alter column b type bigint using null')
    expect(await schema.problems(both)).toEqual([])
  })
})
