import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../db/database.ts'
import {
  CAST,
  counts,
  emptyImportDatabase,
  FILMS,
  importContent,
  lines,
  openImportDatabase,
  select,
} from './test-import.ts'
import { readTargets } from './wishes.ts'
import { styleNamed } from './written-style.ts'

let database: Database
beforeAll(async () => {
  database = await openImportDatabase()
})
afterEach(() => emptyImportDatabase(database))
afterAll(() => database.close())

/** Everything an import may touch, versions included. */
const everything = () =>
  Promise.all(
    ['films', 'people', 'genres', 'films_cast', 'films_genres'].map((table) =>
      select(database, `select t::text from ${table} t order by 1`),
    ),
  )

describe('an import', () => {
  it.each([{ key: ['title', 'year'] }, { key: [] }, { key: ['title'] }])(
    '[M4.a] makes records, what their lists name, and the order of it; again, it changes nothing: %j',
    async ({ key }) => {
      const first = await importContent(database, FILMS, { key, ...CAST })
      expect(first.bad).toEqual([])
      expect(counts(first)).toEqual([5, 0, 0, 0])
      expect([...first.result.related]).toEqual([
        ['people', 4],
        ['genres', 2],
      ])
      expect(first.result.repeatedNames).toBe(1)
      expect(first.result.repeatedKeys).toBe(key.length === 0 ? 1 : 2)
      expect(await select(database, 'select title, year::text, href from films order by id')).toEqual([
        ['Metropolis', '1927', 'M'],
        ['Alraune', '1928', null],
        ['Twins', '1930', null],
        ['Twins', '1930', 'T'],
        ['Twins', '1930', 'T'],
      ])
      const cast = `select p.name from films_cast c join people p on p.id = c.person
        join films f on f.id = c.film where f.title = 'Alraune' order by c.position`
      expect(await select(database, cast)).toEqual([['Brigitte Helm'], ['Paul Wegener']])
      const before = await everything()
      const second = await importContent(database, FILMS, { key, ...CAST })
      expect(counts(second)).toEqual([0, 0, 5, 0])
      expect(await everything()).toEqual(before)
    },
  )

  it('[X58] [M4.a] reads yes and no in the words of files, into new fields and into those that are there', async () => {
    const first = await importContent(database, 'name,seen\na,Ja\nb,nein\nc,\n', { format: 'csv', key: ['name'] })
    expect(counts(first)).toEqual([3, 0, 0, 0])
    expect(await select(database, 'select name, seen::text from films order by id')).toEqual([
      ['a', 'true'],
      ['b', 'false'],
      ['c', null],
    ])
    const second = await importContent(database, 'name,seen\na,off\nb,y\nc,maybe\n', { format: 'csv', key: ['name'] })
    expect(counts(second)).toEqual([0, 2, 0, 1])
    const third = await importContent(database, lines({ name: 'c', seen: 'no' }), { key: ['name'] })
    expect(counts(third)).toEqual([0, 1, 0, 0])
    expect(await select(database, 'select seen::text from films order by id')).toEqual([['false'], ['true'], ['false']])
  })

  it('[X58.a] [M4.a] reads days and numbers as spreadsheets of other countries write them', async () => {
    const german = 'name;day;price;n;code\na;31.12.2024;1.234,50;1.234.567;1.2.2024\nb;1.2.2024;-0,5;7;x\n'
    const values = 'select name, day::text, price::text, n::text, code from films order by id'
    const written = [
      ['a', '2024-12-31', '1234.50', '1234567', '1.2.2024'],
      ['b', '2024-02-01', '-0.5', '7', 'x'],
    ]
    const csv = { format: 'csv', key: ['name'] }
    expect(counts(await importContent(database, german, csv))).toEqual([2, 0, 0, 0])
    expect(await select(database, values)).toEqual(written)
    expect(counts(await importContent(database, german, csv))).toEqual([0, 0, 2, 0])
    const american = 'name,day,price,n,code\nb,01/02/2024,"1,234",5,1.2.2024\n'
    const unsure = await importContent(database, american, csv)
    expect(unsure.bad[0]?.reasons).toEqual([
      'day: expected a date as yyyy-MM-dd or Unix time',
      expect.stringContaining('price: expected'),
    ])
    const assumed = [styleNamed('mdy'), styleNamed('point')]
    const sure = await importContent(database, american.replace(',5,', ',"5,000",'), { ...csv, assumed })
    expect(counts(sure)).toEqual([0, 1, 0, 0])
    expect((await select(database, values))[1]).toEqual(['b', '2024-01-02', '1234', '5000', '1.2.2024'])
  })

  it('[M4.c] takes no year and no packed date for Unix time', async () => {
    await importContent(database, lines({ name: 'a', day: '2024-01-01', at: '2024-01-01T00:00:00Z' }), {
      key: ['name'],
    })
    const csv = 'name,day,at\na,2024,20241231\nb,1704067200,1704067200\n'
    const { bad, result } = await importContent(database, csv, { format: 'csv', key: ['name'] })
    expect(counts({ result })).toEqual([1, 0, 0, 1])
    const why = 'Unix time of nine digits at least, or a date such as 2026-01-31'
    expect(bad[0]?.reasons).toEqual([`day: expected ${why}`, `at: expected ${why}`])
    expect((await importContent(database, lines({ name: 'a', day: 2024 }), { key: ['name'] })).bad).toHaveLength(1)
    expect(await select(database, "select day::text from films where name = 'b'")).toEqual([['2024-01-01']])
  })

  it('[M4] makes no users or groups of names, and relates those that are there', async () => {
    const lists = readTargets('--list', ['tags=groups:name'])
    const { bad, result } = await importContent(database, lines({ title: 'a', tags: ['Strangers'] }), { lists })
    expect(counts({ result })).toEqual([0, 0, 0, 1])
    expect(bad[0]?.reasons).toEqual([
      'tags: there is no record of groups named "Strangers", and groups is part of Marquee itself: none is made of a file',
    ])
    expect(await select(database, "select name from groups where name = 'Strangers'")).toEqual([])
  })

  it('[M4] writes what differs and nothing else, to the record of the key', async () => {
    await importContent(database, FILMS, { key: ['title', 'year'], ...CAST })
    const changed = lines(
      { title: 'Metropolis', year: 1927, cast: ['Alfred Abel', 'Brigitte Helm'], genres: ['Drama'] },
      { title: 'Twins', year: 1930, cast: [], genres: ['War', 'Drama'], href: null },
      { title: 'Twins', year: 1930, cast: ['New'], genres: [], href: 'T2' },
      { title: 'New', year: 1931, cast: ['New'], genres: [], href: null },
    )
    const { result } = await importContent(database, changed, { key: ['title', 'year'], ...CAST })
    expect(counts({ result })).toEqual([1, 3, 0, 0])
    const rows = await select(database, 'select title, href, version::text from films order by id')
    expect(rows).toEqual([
      ['Metropolis', 'M', '2'],
      ['Alraune', null, '1'],
      ['Twins', null, '2'],
      ['Twins', 'T2', '2'],
      ['Twins', 'T', '1'],
      ['New', null, '1'],
    ])
  })

  it('[M4] without a key adds a row that differs anywhere and leaves what is there alone', async () => {
    await importContent(database, FILMS, CAST)
    const { result } = await importContent(
      database,
      lines(
        { title: 'Metropolis', year: 1927, cast: ['Alfred Abel', 'Brigitte Helm'], genres: ['Drama'], href: 'M' },
        { title: 'Twins', year: 1930, cast: [')'], genres: [], href: 'T' },
      ),
      CAST,
    )
    expect(counts({ result })).toEqual([1, 0, 1, 0])
    expect(await select(database, "select version::text from films where title = 'Metropolis'")).toEqual([['1'], ['1']])
  })

  it('[M4.a] infers the types of written values, and reads lists of a table', async () => {
    const content =
      'title;n;share;day;at;site;on;tags\r\nA;1;0.50;2024-01-31;2024-01-31T10:00:00+01:00;https://a.example;true;x|y\r\nB;;;;;;;\r\n'
    const { bad } = await importContent(database, content.replaceAll('|', ','), {
      format: 'csv',
      lists: readTargets('', ['tags']),
    })
    expect(bad).toEqual([])
    const types = await select(
      database,
      "select name, type from adm_fields where mediatype = 'films' order by sort_order",
    )
    expect(types.map(([, type]) => type)).toEqual([
      'Text',
      'Integer',
      'Decimal',
      'Date',
      'DateTime',
      'Url',
      'Boolean',
      'Related',
    ])
    expect(
      await select(
        database,
        'select n::text, share::text, day::text, at::text, site, "on"::text from films order by id',
      ),
    ).toEqual([
      ['1', '0.50', '2024-01-31', '2024-01-31 09:00:00+00', 'https://a.example', 'true'],
      [null, null, null, null, null, null],
    ])
    expect(await select(database, 'select name from tags order by id')).toEqual([['x,y']])
  })

  it('[M4.a] finds the record a lookup names, makes it where there is none, and takes ids where that is asked', async () => {
    const lookups = readTargets('', ['director=people'])
    const films = lines(
      { title: 'A', director: ' Lang ' },
      { title: 'B', director: 'Lang' },
      { title: 'C' },
      { title: 'D', director: '' },
    )
    await importContent(database, films, { key: ['title'], lookups })
    expect(
      await select(
        database,
        'select f.title, p.name from films f left join people p on p.id = f.director order by f.id',
      ),
    ).toEqual([
      ['A', 'Lang'],
      ['B', 'Lang'],
      ['C', null],
      ['D', null],
    ])
    const byId = { key: ['title'], lookups: readTargets('', ['director=people:id']) }
    const { bad, result } = await importContent(
      database,
      lines({ title: 'C', director: 1 }, { title: 'D', director: 99 }),
      byId,
    )
    expect(counts({ result })).toEqual([0, 1, 0, 1])
    expect(bad.map(({ reasons }) => reasons)).toEqual([['director: there is no record of people with id 99']])
  })

  it('[M4] recognises records by their ids where that is the key', async () => {
    await importContent(database, FILMS, CAST)
    const content = 'id,title,cast,genres\n2,Mandrake,1;3,\n99,X,,\n,Y,,\n2,Z,,\n'
    const { bad, result } = await importContent(database, content, { format: 'csv', key: ['id'] })
    expect(counts({ result })).toEqual([0, 1, 0, 3])
    expect(bad.map(({ line, reasons }) => [line, ...reasons])).toEqual([
      [3, 'there is no record of films with id 99'],
      [4, 'id: expected the id of a record'],
      [5, 'the id 2 came before'],
    ])
    expect(await select(database, 'select title, year::text from films where id = 2')).toEqual([['Mandrake', '1928']])
    expect(await select(database, 'select person::text from films_cast where film = 2 order by position')).toEqual([
      ['1'],
      ['3'],
    ])
  })

  it('[M4] tells what it would do and does nothing, before and after the media type is there', async () => {
    const dry = { more: { dryRun: true } }
    const first = await importContent(database, `${FILMS}\nbroken`, { key: ['title'], ...CAST, ...dry })
    expect(counts(first)).toEqual([5, 0, 0, 1])
    expect([...first.result.related]).toEqual([
      ['people', 4],
      ['genres', 2],
    ])
    expect(await select(database, "select to_regclass('films')::text")).toEqual([[null]])
    await importContent(database, FILMS, { key: ['title'], ...CAST })
    const before = await everything()
    const changed = lines({ title: 'Metropolis', cast: ['X'] }, { title: 'New' }, { title: 'Alraune' })
    const second = await importContent(database, changed, { key: ['title'], ...CAST, ...dry })
    expect(counts(second)).toEqual([1, 1, 1, 0])
    expect(second.result.related.get('people')).toBe(1)
    expect(await everything()).toEqual(before)
  })

  it('[M4] keeps decimals, long numbers, JSON and empty texts as they are, and finds them unchanged', async () => {
    const content = [
      '{"t":"a","d":0.10,"big":12345678901234567890,"j":{"b":[1,2.50],"a":"x"},"e":""}',
      '{"t":"b","d":-0.5,"big":1e30,"j":["p",1],"e":"x"}',
      '{"t":"","d":null,"big":1,"j":"text","e":null}',
    ].join('\n')
    const first = await importContent(database, content)
    expect(first.bad).toEqual([])
    expect(await select(database, 'select t, d::text, big::text, j::text, e from films order by id')).toEqual([
      ['a', '0.1', '12345678901234567890', '{"a": "x", "b": [1, 2.5]}', ''],
      ['b', '-0.5', `1${'0'.repeat(30)}`, '["p", 1]', 'x'],
      ['', null, '1', '"text"', null],
    ])
    expect(counts(await importContent(database, content))).toEqual([0, 0, 3, 0])
  })

  it('[M4] gives a required field without a value its default, and finds that unchanged as well', async () => {
    await importContent(database, lines({ title: 'A', status: 'x' }), { key: ['title'] })
    await database.kysely
      .updateTable('adm_fields')
      .set({ required: true, default_value: '"draft"' })
      .where('name', '=', 'status')
      .execute()
    const rows = lines({ title: 'A', status: null }, { title: 'B', status: null }, { title: 'C' })
    for (const expected of [
      [2, 0, 1, 0],
      [0, 0, 3, 0],
    ]) {
      expect(counts(await importContent(database, rows, { key: ['title'] }))).toEqual(expected)
    }
    expect(await select(database, 'select title, status from films order by id')).toEqual([
      ['A', 'x'],
      ['B', 'draft'],
      ['C', 'draft'],
    ])
    const keyless = lines({ title: 'D', status: null }, { title: 'E' })
    for (const expected of [
      [2, 0, 0, 0],
      [0, 0, 2, 0],
    ]) {
      expect(counts(await importContent(database, keyless))).toEqual(expected)
    }
  })
})
