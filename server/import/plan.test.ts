import { describe, expect, it } from 'vitest'
import type { Catalog } from '../catalog/catalog.ts'
import { catalogOf } from '../catalog/test-metadata.ts'
import { type ColumnFacts, NAMES } from './column-facts.ts'
import { planImport } from './plan.ts'
import { importPages } from './plan-pages.ts'
import { PlanFault, readPairs, readTargets, type Wishes } from './wishes.ts'

const EMPTY: Catalog = catalogOf([])

const wishes = (more: Partial<Wishes> = {}): Wishes => ({
  into: 'films',
  key: [],
  map: new Map(),
  types: new Map(),
  lists: new Map(),
  lookups: new Map(),
  skip: new Set(),
  label: null,
  labelPlural: null,
  nameField: null,
  ...more,
})

const column = (name: string, type: string, more: Partial<ColumnFacts> = {}): ColumnFacts => ({
  name,
  present: 1,
  type,
  samples: [],
  entries: 0,
  distinct: null,
  nearly: null,
  styled: null,
  ...more,
})

const FILM = [column('title', 'Text'), column('year', 'Integer'), column('cast', NAMES), column('genres', NAMES)]

function faults(columns: readonly ColumnFacts[], more: Partial<Wishes>, catalog = EMPTY): readonly string[] {
  try {
    planImport(columns, wishes(more), catalog)
    return []
  } catch (error) {
    if (error instanceof PlanFault) return error.details
    throw error
  }
}

describe('a plan for a new media type', () => {
  it('[M4.a] makes fields of columns, and ordered many-to-many relations of list columns', () => {
    const target = readTargets('--list', ['cast=people:name', 'genres'])
    const plan = planImport(FILM, wishes({ key: ['title', 'year'], lists: target }), EMPTY)
    expect(plan.key).toEqual(['title', 'year'])
    expect(plan.columns).toEqual([
      { column: 'title', field: 'title', type: 'Text', related: null, many: false },
      { column: 'year', field: 'year', type: 'Integer', related: null, many: false },
      { column: 'cast', field: 'cast', type: 'Related', related: { mediaType: 'people', field: 'name' }, many: true },
      {
        column: 'genres',
        field: 'genres',
        type: 'Related',
        related: { mediaType: 'genres', field: 'name' },
        many: true,
      },
    ])
    expect(
      plan.creates.map(({ name, label, labelPlural, nameField }) => [name, label, labelPlural, nameField]),
    ).toEqual([
      ['people', 'Person', 'People', 'name'],
      ['genres', 'Genre', 'Genres', 'name'],
      ['films', 'Film', 'Films', 'title'],
    ])
    expect(plan.creates[2]?.relations?.[0]).toEqual({
      kind: 'many-to-many',
      related: 'people',
      field: 'cast',
      linkTable: 'films_cast',
      linkColumn: 'film',
      linkRelatedColumn: 'person',
      orderColumn: 'position',
    })
    expect(plan.creates[2]?.fields.map(({ name, indexed = false }) => [name, indexed])).toEqual([
      ['title', true],
      ['year', true],
      ['cast', false],
      ['genres', false],
    ])
  })

  it('[M4.a] keeps two relations to the same media type apart, and one to itself', () => {
    const lists = readTargets('--list', ['cast=people', 'writers=people', 'sequels=films:title'])
    const lookups = readTargets('--lookup', ['director=people'])
    const columns = [
      column('title', 'Text'),
      ...['cast', 'writers', 'sequels'].map((name) => column(name, NAMES)),
      column('director', 'Text'),
    ]
    const plan = planImport(columns, wishes({ lists, lookups, key: ['title'] }), EMPTY)
    expect(plan.creates.map(({ name }) => name)).toEqual(['people', 'films'])
    expect(plan.creates[1]?.relations?.map((each) => [each.kind, each.linkColumn, each.linkRelatedColumn])).toEqual([
      ['many-to-many', 'cast_film', 'cast_person'],
      ['many-to-many', 'writers_film', 'writers_person'],
      ['many-to-many', 'sequels_film', 'sequels_other'],
      ['many-to-one', undefined, undefined],
    ])
    expect(catalogOf(plan.creates).mediaTypes.get('films')?.relations.size).toBe(5)
  })

  it('[M4.a] takes types, names and labels from whoever asks', () => {
    const columns = [
      column('Titel', 'Text'),
      column('mpaa', 'Text', { distinct: ['G', 'PG'] }),
      column('id', 'Integer'),
      column('x', 'Text'),
    ]
    const plan = planImport(
      columns,
      wishes({
        map: new Map([['Titel', 'title']]),
        types: new Map([['mpaa', 'enum']]),
        skip: new Set(['x']),
        label: 'Movie',
        labelPlural: 'Movies',
        nameField: 'Titel',
      }),
      EMPTY,
    )
    const [document] = plan.creates
    expect(document).toMatchObject({ label: 'Movie', labelPlural: 'Movies', nameField: 'title' })
    expect(document?.fields.map(({ name, type }) => [name, type])).toEqual([
      ['title', 'Text'],
      ['mpaa', 'Enum'],
      ['original_id', 'Integer'],
    ])
    expect(document?.fields[1]?.enumValues).toEqual([
      { value: 'G', label: 'G' },
      { value: 'PG', label: 'PG' },
    ])
    expect(plan.skipped).toEqual(['x'])
  })

  it('[M4.a] notes what a few values keep from being of a narrower type', () => {
    const nearly = { type: 'Date', misfits: 1, sample: '2025-13-01' }
    const columns = [column('title', 'Text'), column('Opens on', 'Text', { nearly })]
    expect(planImport(columns, wishes(), EMPTY).notes).toEqual([
      'Opens on becomes Text since 2025-13-01 is no Date; --type "Opens on=Date" leaves such rows out',
    ])
    expect(planImport(columns, wishes({ types: new Map([['Opens on', 'Date']]) }), EMPTY).notes).toEqual([])
  })

  it('[M4.a] gives columns whose names fall together names of their own', () => {
    const plan = planImport(
      [column('Title', 'Text'), column('title', 'Text'), column('TITLE', 'Text')],
      wishes(),
      EMPTY,
    )
    expect(plan.columns.map(({ field }) => field)).toEqual(['title', 'title_2', 'title_3'])
  })

  it('[M4.a] says below a field which column it came from, unless its label does', () => {
    const columns = [column('Sold out', 'Boolean'), column('priceInEuro', 'Decimal'), column('SOLD OUT', 'Text')]
    const fields = planImport(columns, wishes(), EMPTY).creates.at(-1)?.fields
    expect(fields?.map(({ help }) => help)).toEqual([
      undefined,
      'Column priceInEuro of the imported file.',
      'Column SOLD OUT of the imported file.',
    ])
  })

  it('[M4.a] makes a list page and an edit page of each, beside those that are there', () => {
    const plan = planImport(FILM, wishes(), EMPTY)
    const pages = importPages(plan.creates, EMPTY)
    expect(pages.map(({ key }) => key)).toEqual(['films', 'film', 'genres', 'genre', 'cast', 'cast_2'])
    expect(
      pages
        .filter(({ menuOrder }) => menuOrder !== undefined)
        .map((page) => [page.key, page.menuGroup, page.menuOrder]),
    ).toEqual([
      ['films', 'Catalogue', 10],
      ['genres', 'Catalogue', 20],
      ['cast', 'Catalogue', 30],
    ])
    expect(pages[0]?.components[0]?.configuration).toMatchObject({
      columns: ['title', 'year', 'cast', 'genres'],
      defaultSort: 'title',
      editPageKey: 'film',
      links: { cast: 'cast_2', genres: 'genre' },
    })
  })

  it.each<[string, Partial<Wishes>, string]>([
    ['a name that is none', { into: 'Films' }, '"Films" cannot name a media type: expected lower-case letters'],
    ['a type that is none', { types: new Map([['year', 'Number']]) }, '--type year=Number: expected Text, TextArea'],
    ['a relation as a type', { types: new Map([['year', 'Related']]) }, '--type year=Related: expected Text'],
    ['choices nobody counted', { types: new Map([['title', 'Enum']]) }, '--type title=Enum: too many different values'],
    [
      'a column that is none',
      { skip: new Set(['titel']) },
      'the file has no column "titel"; it has title, year, cast, genres',
    ],
    ['a key that is none', { key: ['name'] }, '--key name: no column of the file'],
    ['a list as a key', { key: ['cast'] }, '--key cast: a record cannot be recognised by a list or by JSON'],
    [
      'a lookup of itself',
      { lookups: readTargets('', ['title=films:title']) },
      'column "title": names records of the same media type: that needs --key title',
    ],
    [
      'two names for one type',
      { lists: readTargets('', ['cast=people:name', 'genres=people:title']) },
      'people is named by name and by title',
    ],
  ])('[M4] refuses %s', (_, more, message) => {
    expect(faults(FILM, more)).toEqual([expect.stringContaining(message)])
  })
})

describe('a plan for a media type that exists', () => {
  const made = planImport(FILM, wishes({ lists: readTargets('', ['cast=people']) }), EMPTY).creates
  const catalog = catalogOf(made)

  it('[M4.a] finds fields by name or label, and relations by the name field of what they lead to', () => {
    const columns = [
      column('_id', 'Integer'),
      column('Title', 'Text'),
      column('YEAR', 'Integer'),
      column('stars', NAMES),
    ]
    const plan = planImport(columns, wishes({ map: new Map([['stars', 'cast']]), key: ['Title'] }), catalog)
    expect(plan.creates).toEqual([])
    expect(plan.skipped).toEqual(['_id'])
    expect(plan.key).toEqual(['title'])
    expect(plan.columns.map(({ field, related }) => [field, related])).toEqual([
      ['title', null],
      ['year', null],
      ['cast', { mediaType: 'people', field: 'name' }],
    ])
  })

  it('[M4.a] recognises records by their ids where that is the key', () => {
    const plan = planImport([column('id', 'Integer'), column('title', 'Text')], wishes({ key: ['id'] }), catalog)
    expect(plan.key).toEqual(['id'])
    expect(plan.columns[0]).toEqual({ column: 'id', field: 'id', type: 'Integer', related: null, many: false })
  })

  it('[M4.c] tells all that does not fit together', () => {
    const columns = [column('title', 'Text'), column('Title', 'Text'), column('note', 'Text'), column('year', 'Text')]
    const more = { types: new Map([['year', 'Text']]), lists: readTargets('', ['year=people']) }
    expect(faults(columns, more, catalog)).toEqual([
      'columns title and Title both fill the field title',
      'column "note": films has no such field; use --map note=FIELD or --skip note',
      '--type year=Text: the field year exists already, and is Integer',
      'column "year": the field year is no relation',
    ])
  })

  it('[M4.b] is the plan that made it, when it is asked for the same again', () => {
    const columns = [...FILM, column('Title', 'Text'), column('TITLE', 'Text'), column('id', 'Integer')]
    const same = wishes({
      lists: readTargets('', ['cast=people']),
      types: new Map([['year', 'decimal']]),
      key: ['title'],
    })
    const first = planImport(columns, same, EMPTY)
    const second = planImport(columns, same, catalogOf(first.creates))
    expect(second).toEqual({ ...first, creates: [] })
  })

  it('[M4.c] notes what new rows will be refused for', () => {
    expect(
      planImport([column('x', 'Text')], wishes({ into: 'people', map: new Map([['x', 'name']]) }), catalog).notes,
    ).toEqual([])
    expect(faults([column('x', 'Text')], { into: 'people', skip: new Set(['x']) }, catalog)).toEqual([
      'the file has no column with values of its own: records could not be told apart',
    ])
  })
})

describe('what is asked for', () => {
  it('[M4] is read from pairs', () => {
    expect([...readPairs('--map', ['a=b', 'a=c=d'])]).toEqual([
      ['a', 'b'],
      ['a=c', 'd'],
    ])
    expect([...readTargets('--list', ['cast=people:name', 'genres', 'x=y'])]).toEqual([
      ['cast', { mediaType: 'people', field: 'name' }],
      ['genres', { mediaType: null, field: null }],
      ['x', { mediaType: 'y', field: null }],
    ])
  })

  it.each(['a', '=b', 'a='])('[M4] is refused where %j is no pair', (word) => {
    expect(() => readPairs('--map', [word])).toThrow(`--map ${word}: expected COLUMN=…`)
  })

  it.each(['', 'a=', 'a=:name', 'a=b:', 'a=b:c:d'])('[M4] is refused where %j is no target', (word) => {
    expect(() => readTargets('--list', [word])).toThrow('expected COLUMN, COLUMN=TYPE or COLUMN=TYPE:FIELD')
  })
})
