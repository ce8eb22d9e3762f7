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

let database: Database
beforeAll(async () => {
  database = await openImportDatabase()
})
afterEach(() => emptyImportDatabase(database))
afterAll(() => database.close())

describe('rows that cannot be imported', () => {
  it('[M4.c] refuses the row that the database refuses, and none that was written along with it', async () => {
    const rows = (...numbers: readonly number[]) => lines(...numbers.map((n) => ({ title: `F${n}`, n })))
    await importContent(database, rows(1), { key: ['title'] })
    await select(database, 'alter table films add constraint small check (n between 0 and 100)')
    await select(database, 'create unique index one_a_ten on films ((n / 10), (n % 2)) where n >= 50')
    const numbers = [2, 3, 4, 500, 5, 6, -7, 7, 50, 52, 61, 600]
    const { bad, result } = await importContent(database, rows(...numbers), { key: ['title'], more: { batch: 100 } })
    expect(bad.map(({ line }) => numbers[line - 1])).toEqual([500, -7, 52, 600])
    expect(counts({ result })).toEqual([8, 0, 0, 4])
    const dry = await importContent(database, rows(...numbers), { key: ['title'], more: { batch: 100, dryRun: true } })
    expect(counts(dry)).toEqual([0, 0, 8, 4])
  })

  it('[M4.c] keeps every row it cannot import, with its line and all reasons, and imports the others', async () => {
    await importContent(database, FILMS, { key: ['title'], ...CAST })
    const content = [
      '{"title":"Good","year":1931,"cast":["New"]}',
      '{"title":"Broken',
      '{"title":null,"year":1931}',
      '{"title":"Late","year":"soon","cast":[["x"]]}',
      '[1]',
      '{"title":"Odd\\u0000","year":1.5}',
      '{"title":"Good too","year":"1932"}',
      '{"title":"\\ud800","year":1}',
    ].join('\n')
    const { bad, result } = await importContent(database, content, { key: ['title'], ...CAST })
    expect(counts({ result })).toEqual([2, 0, 0, 6])
    expect(bad.map(({ line, reasons }) => [line, ...reasons])).toEqual([
      [2, expect.stringMatching(/^is not JSON/)],
      [3, 'no value for the key title'],
      [4, 'year: expected a whole number', 'cast: expected a list of names'],
      [5, 'expected a JSON object'],
      [6, 'title: expected text without NUL or broken characters', 'year: expected a whole number'],
      [8, 'title: expected text without NUL or broken characters'],
    ])
    expect(bad[0]?.raw).toBe('{"title":"Broken')
    expect(await select(database, 'select title from films where year > 1930 order by id')).toEqual([
      ['Good'],
      ['Good too'],
    ])
  })

  it('[M4.c] tells the row that the database refuses, and imports those beside it', async () => {
    await importContent(database, lines({ title: 'A', code: 'x' }), { key: ['title'] })
    await database.kysely.updateTable('adm_fields').set({ is_unique: true }).where('name', '=', 'code').execute()
    const rows = lines(
      { title: 'B', code: 'y' },
      { title: 'C', code: 'x' },
      { title: 'D', code: 'z' },
      { title: 'E', code: 'z' },
    )
    const { bad, result } = await importContent(database, rows, { key: ['title'], more: { batch: 10 } })
    expect(counts({ result })).toEqual([2, 0, 0, 2])
    expect(bad.map(({ line }) => line)).toEqual([2, 4])
    expect(bad[0]?.reasons[0]).toMatch(/already/)
  })

  it('[M4.c] tells every row that names what cannot be made', async () => {
    await importContent(database, FILMS, CAST)
    await database.kysely
      .insertInto('adm_fields')
      .values({
        mediatype: 'people',
        name: 'born',
        label: 'Born',
        type: 'Integer',
        column_name: 'born',
        required: true,
      })
      .execute()
    await select(database, 'alter table people add column born bigint')
    const { bad, result } = await importContent(
      database,
      lines({ title: 'A', cast: ['Paul Wegener'] }, { title: 'B', cast: ['Who'] }),
      { key: ['title'] },
    )
    expect(counts({ result })).toEqual([1, 0, 0, 1])
    expect(bad[0]?.reasons).toEqual([
      'cast: there is no record of people named "Who", and none can be made: Born is required',
    ])
  })
})
