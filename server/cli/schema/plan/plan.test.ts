import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FieldDocument, MediaTypeDocument, MetadataDocument } from '../../../catalog/document.ts'
import { type TestSchema, testSchema } from '../test-schema.ts'

const films: MediaTypeDocument = {
  name: 'films',
  label: 'Film',
  labelPlural: 'Films',
  nameField: 'title',
  fields: [
    { name: 'title', label: 'Title', type: 'Text', required: true, indexed: true },
    { name: 'year', label: 'Year', type: 'Integer', props: { min: 1888 } },
    { name: 'director', label: 'Director', type: 'Related' },
    { name: 'genres', label: 'Genres', type: 'Related' },
  ],
  relations: [
    { kind: 'many-to-one', related: 'people', column: 'director', onDelete: 'set-null' },
    {
      kind: 'many-to-many',
      related: 'genres',
      field: 'genres',
      linkTable: 'films_genres',
      linkColumn: 'film',
      linkRelatedColumn: 'genre',
    },
  ],
}
const named = (name: string, label: string): MediaTypeDocument => ({
  name,
  label,
  labelPlural: `${label}s`,
  nameField: 'name',
  fields: [{ name: 'name', label: 'Name', type: 'Text' }],
})
const base: MetadataDocument = {
  mediaTypes: [films, named('genres', 'Genre'), named('people', 'Person')],
  pages: [
    {
      key: 'films',
      title: 'Films',
      mediaType: 'films',
      components: [
        { key: 'list', type: 'list', order: 1, configuration: { columns: ['title', 'year'], pageSize: 20 } },
      ],
    },
  ],
  dictionary: { de: { FILM: 'Film' } },
}

const withType = (name: string, change: Partial<MediaTypeDocument>): MetadataDocument => ({
  ...base,
  mediaTypes: base.mediaTypes.map((type) => (type.name === name ? { ...type, ...change } : type)),
})
const withField = (name: string, change: Partial<FieldDocument>): MetadataDocument =>
  withType('films', { fields: films.fields.map((field) => (field.name === name ? { ...field, ...change } : field)) })

let schema: TestSchema
beforeAll(async () => {
  schema = await testSchema()
})
afterAll(() => schema.database.close())
beforeEach(() => schema.apply(base, true))

const run = (text: string): Promise<unknown> => sql.raw(text).execute(schema.database.kysely)

describe('a document applied', () => {
  it('[M2] [M2.c] is what is pulled, and nothing is left to do', async () => {
    expect(await schema.pull()).toEqual(base)
    expect(await schema.diff(base)).toBe('no differences\n')
  })

  it.each<[string, MetadataDocument, readonly string[]]>([
    ['a label', withType('films', { label: 'Movie' }), ['Media types', '~ films: label "Film" → "Movie"']],
    [
      'a prop',
      withField('year', { props: { min: 1900, max: 2100 } }),
      ['Fields', '~ films.year: props.min 1888 → 1900, props.max none → 2100'],
    ],
    [
      'no props',
      {
        ...withField('year', {}),
        mediaTypes: withType('films', { fields: films.fields.map(({ props, ...field }) => field) }).mediaTypes,
      },
      ['Fields', '~ films.year: props {"min":1888} → none'],
    ],
    [
      'another order of fields',
      withType('films', { fields: films.fields.toReversed() }),
      ['Fields', '~ films: fields in another order'],
    ],
    [
      'a field at the end',
      withType('films', { fields: [...films.fields, { name: 'note', label: 'Note', type: 'Text' }] }),
      ['Fields', '+ films.note', 'Tables', 'add column films.note (Text)'],
    ],
    [
      'a media type',
      { ...base, mediaTypes: [...base.mediaTypes, named('labels', 'Label')] },
      ['Media types', '+ labels (1 field)', 'Tables', 'add media type labels'],
    ],
    ['a page less', { ...base, pages: [] }, ['Pages', '- films (1 component)']],
    [
      'a component’s configuration',
      {
        ...base,
        pages: base.pages.map((page) => ({
          ...page,
          components: page.components.map((each) => ({ ...each, configuration: { columns: ['title'], pageSize: 20 } })),
        })),
      },
      ['Components', '~ films/list: configuration.columns[1] "year" → none'],
    ],
    [
      'texts',
      { ...base, dictionary: { de: { FILM: 'Streifen' }, en: { FILM: 'Film' } } },
      ['Dictionary', '~ de FILM: text "Film" → "Streifen"', '+ en FILM'],
    ],
    [
      'what a delete does',
      withType('films', {
        relations: films.relations?.map((each, index) => (index === 0 ? { ...each, onDelete: 'cascade' } : each)) ?? [],
      }),
      ['Relations', '~ films.director to people: onDelete "set-null" → "cascade"', 'Tables', 'change'],
    ],
  ])('[M2.a] [M2.b] changes %s and nothing else', async (_, document, lines) => {
    const told = (await schema.diff(document))
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
    expect(told).toHaveLength(lines.length)
    for (const [index, line] of told.entries()) expect(line).toContain(lines[index])
    await schema.apply(document)
    expect(await schema.pull()).toEqual({
      ...document,
      mediaTypes: document.mediaTypes.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    })
    expect(await schema.diff(document)).toBe('no differences\n')
  })

  it('[M2.b] keeps the rows that it changes, and raises their versions', async () => {
    const row = async () => {
      const [found] = await schema.database.read({
        text: "select id::text, version::text from adm_fields where name = 'year'",
        values: [],
      })
      return found ?? []
    }
    const [id, version] = await row()
    await schema.apply(withField('year', { label: 'Released' }))
    expect(await row()).toEqual([id, String(Number(version) + 1)])
  })
})

describe('records', () => {
  beforeEach(async () => {
    await run('truncate films, genres, people, films_genres restart identity cascade')
    await run("insert into people (name) values ('Ada'), ('Ben')")
    await run("insert into genres (name) values ('Noir')")
    await run("insert into films (title, year, director) values ('A', 1999, 1), ('B', null, 2)")
    await run('insert into films_genres (film, genre) values (1, 1)')
  })

  it('[M2.b] stay when their media type, fields and joining table are renamed', async () => {
    await run(
      "insert into permissions (owner_type, owner_id, object_type, key, can_read) values (2, 1, 2, 'films', true)",
    )
    const renamed: MetadataDocument = {
      ...base,
      mediaTypes: [
        {
          ...films,
          name: 'movies',
          renamedFrom: 'films',
          nameField: 'heading',
          fields: [
            { name: 'heading', renamedFrom: 'title', label: 'Title', type: 'Text', required: true, indexed: true },
            { name: 'year', label: 'Year', type: 'Integer' },
            { name: 'maker', renamedFrom: 'director', label: 'Director', type: 'Related' },
            { name: 'genres', label: 'Genres', type: 'Related' },
          ],
          relations: [
            { kind: 'many-to-one', related: 'people', column: 'maker', onDelete: 'set-null' },
            {
              kind: 'many-to-many',
              related: 'genres',
              field: 'genres',
              linkTable: 'movies_genres',
              linkColumn: 'movie',
              linkRelatedColumn: 'genre',
            },
          ],
        },
        named('genres', 'Genre'),
        named('people', 'Person'),
      ],
      pages: [],
    }
    const told = await schema.diff(renamed)
    expect(told).toContain('> movies (was films)')
    expect(told).toContain('> movies.heading (was title)')
    expect(told).not.toContain('LOSES')
    await schema.apply(renamed)
    expect(await schema.diff(renamed)).toBe('no differences\n')
    expect(
      await schema.count("movies m join people p on p.id = m.maker where m.heading = 'A' and p.name = 'Ada'"),
    ).toBe(1)
    expect(await schema.count('movies_genres where movie = 1 and genre = 1')).toBe(1)
    expect(await schema.count("permissions where key = 'movies'")).toBe(1)
    await run('delete from permissions')
    await schema.apply({ mediaTypes: [], pages: [], dictionary: {} }, true)
  })

  it('[M2.b] are lost when that is confirmed, and without change nothing', async () => {
    const less = { ...withType('films', { fields: films.fields.filter(({ name }) => name !== 'year') }), pages: [] }
    expect(await schema.diff(less)).toMatch(/LOSES\n {2}.*year.*\(1\)\n/)
    await expect(schema.apply(less)).rejects.toThrow()
    expect(await schema.pull()).toEqual(base)
    await schema.apply(less, true)
    expect(await schema.count('films')).toBe(2)
    expect((await schema.pull()).mediaTypes.find(({ name }) => name === 'films')?.fields).toHaveLength(3)
  })

  it('[M2.a] [M2.b] that do not fit stand in the way', async () => {
    const strict = withField('year', { required: true, props: { min: 1888 } })
    expect(await schema.diff(strict)).toMatch(/Stands in the way\n {2}cannot .*films.year/)
    await expect(schema.apply(strict)).rejects.toMatchObject({
      details: [{ message: expect.stringContaining('/mediaTypes/0/fields/1: ') }],
    })
  })
})

describe('a document that cannot be', () => {
  it.each<[string, MetadataDocument, readonly string[]]>([
    [
      'a type twice',
      { ...base, mediaTypes: [...base.mediaTypes, films] },
      ['/mediaTypes/3: films is in the document twice'],
    ],
    [
      'a relation to nowhere',
      { ...base, mediaTypes: [films, named('genres', 'Genre')], pages: [] },
      ['/mediaTypes/0/relations/0/related: '],
    ],
    ['a name field that is none', withType('films', { nameField: 'name' }), ['/mediaTypes/0/nameField: ']],
    [
      'a relation by no field',
      withType('films', { relations: [{ kind: 'many-to-one', related: 'people', column: 'maker' }] }),
      ['/mediaTypes/0/relations/0/column: '],
    ],
    [
      'a page of nothing',
      { ...base, pages: [{ key: 'x', title: 'X', mediaType: 'none', components: [] }] },
      ['/pages/0/mediaType: '],
    ],
    ['a prop that is no use', withField('year', { props: { min: 3, max: 1 } }), ['/mediaTypes/0/fields/1/props: ']],
    ['a prop that there is not', withField('year', { props: { maxi: 3 } }), ['/mediaTypes/0/fields/1/props: ']],
    [
      'a table of two types',
      withType('people', { table: 'genres' }),
      ['/mediaTypes/2/table: genres is the table of genres already'],
    ],
    ['a table of Marquee’s own', withType('people', { table: 'adm_people' }), ['/mediaTypes/2/table: ']],
    [
      'a type renamed that is still there',
      { ...base, mediaTypes: [...base.mediaTypes, { ...named('persons', 'Person'), renamedFrom: 'people' }] },
      ['/mediaTypes/3/renamedFrom: people is in the document still'],
    ],
    [
      'two renamed from one',
      {
        ...base,
        pages: [],
        mediaTypes: [
          { ...named('a', 'A'), renamedFrom: 'genres' },
          { ...named('b', 'B'), renamedFrom: 'genres' },
        ],
      },
      ['/mediaTypes/1/renamedFrom: genres is renamed to something else already'],
    ],
    [
      'a foreign table that is not there',
      { ...base, mediaTypes: [...base.mediaTypes, { ...named('old', 'Old'), table: 'elsewhere.old', foreign: {} }] },
      ['/mediaTypes/3/table: the database has no table elsewhere.old'],
    ],
    [
      'a table that becomes foreign',
      withType('people', { foreign: { version: 'xmin' } }),
      ['/mediaTypes/2/foreign: the table of people was made by Marquee'],
    ],
  ])('[M2.b] is refused with its place: %s', async (_, document, problems) => {
    const found = await schema.problems(document)
    for (const problem of problems) expect(found).toContainEqual(expect.stringContaining(problem))
    expect(found).toHaveLength(problems.length)
    expect(await schema.pull()).toEqual(base)
  })
})
