import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { loadCatalog } from '../../catalog/load.ts'
import type { Database } from '../../db/database.ts'
import { emptyImportDatabase, importContent, openImportDatabase, select } from '../../import/test-import.ts'
import { readTargets } from '../../import/wishes.ts'
import { mediaType } from '../../query/bind.ts'
import { type ExportFileFormat, type ExportWork, exportChunks } from './export-chunks.ts'

let database: Database
beforeAll(async () => {
  database = await openImportDatabase()
})
afterEach(() => emptyImportDatabase(database))
afterAll(() => database.close())

const ROWS = [
  {
    title: 'Plain',
    n: 1,
    share: 0.5,
    day: '2024-02-29',
    at: '2024-02-29T12:00:00.5Z',
    on: true,
    data: { a: [1, 'x'] },
  },
  { title: '"quoted", and\nlonger', n: -2, share: 12.75, day: null, at: null, on: false, data: [null] },
  { title: ' spaces ', n: null, share: null, day: '0001-01-01', at: '2024-01-01T00:00:00Z', on: null, data: null },
  { title: '', n: 9007199254740991, share: 1e-7, day: null, at: null, on: null, data: 'text' },
]
const CAST = [['Helm; Brigitte', 'Abel'], [], ['[x]'], ['Abel', 'Wegener']]
const DIRECTORS = ['Lang', null, 'Lang', 'Galeen']
const LINES = ROWS.map((row, index) => JSON.stringify({ ...row, cast: CAST[index], director: DIRECTORS[index] })).join(
  '\n',
)
const WISHES = { lists: readTargets('', ['cast=people']), lookups: readTargets('', ['director=people']) }

async function exported(format: ExportFileFormat, names: boolean, wanted: Partial<ExportWork['wanted']> = {}) {
  const catalog = await loadCatalog(database)
  const type = mediaType(catalog, 'films')
  let count = 0
  const fields = wanted.fields?.split(',') ?? null
  const chunks = exportChunks({
    format,
    shape: { type, catalog, fields, names },
    wanted: { filter: null, fields: null, sort: 'id', limit: 0, ...wanted },
    database,
    reading: { childDepth: { default: 10, max: 20 }, defaultPageSize: 20, maxPageSize: 600 },
    counted: (more) => {
      count += more
    },
  })
  let text = ''
  for await (const chunk of chunks) text += chunk
  return { text, count }
}

describe('an export', () => {
  it('[M4] has the values of the fields, and relations by id', async () => {
    await importContent(database, LINES, WISHES)
    const { text, count } = await exported('ndjson', false)
    expect(count).toBe(4)
    const ids = { cast: [[1, 2], [], [4], [2, 5]], director: [3, null, 3, 6] }
    const rows = ROWS.map((row, index) => ({
      id: index + 1,
      ...row,
      cast: ids.cast[index],
      director: ids.director[index],
    }))
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(rows)
    const people = await select(database, 'select name from people order by id')
    expect(people.flat()).toEqual(['Helm; Brigitte', 'Abel', 'Lang', '[x]', 'Wegener', 'Galeen'])
    expect(JSON.parse((await exported('json', false)).text)).toEqual(rows)
  })

  it('[M4] takes a filter, fields, an order and a limit, and may be empty', async () => {
    await importContent(database, LINES, WISHES)
    const found = await exported('ndjson', false, { filter: 'n_$gt_0', fields: 'n' })
    expect(found).toEqual({ text: '{"id":1,"n":1}\n{"id":4,"n":9007199254740991}\n', count: 2 })
    await expect(exported('csv', false, { filter: 'n_' })).rejects.toMatchObject({
      problems: [{ code: 'FILTER_SYNTAX' }],
    })
    const some = await exported('ndjson', false, { fields: 'cast,n', sort: '-n', limit: 2 })
    expect(some.text).toBe('{"id":4,"cast":[2,5],"n":9007199254740991}\n{"id":1,"cast":[1,2],"n":1}\n')
    const table = await exported('csv', false, { fields: 'cast,n', sort: '-n', limit: 2 })
    expect(table).toEqual({ text: 'id,cast,n\r\n4,2;5,9007199254740991\r\n1,1;2,1\r\n', count: 2 })
    await select(database, 'delete from films')
    expect(await exported('json', false)).toEqual({ text: '[]\n', count: 0 })
    expect(await exported('ndjson', false)).toEqual({ text: '', count: 0 })
    expect((await exported('csv', true)).count).toBe(0)
  })

  it.each(['csv', 'json', 'ndjson'] as const)(
    '[M4] as %s is read back by an import with --key id, and changes nothing',
    async (format) => {
      await importContent(database, LINES, WISHES)
      const before = await select(database, 'select f::text from films f order by id')
      const { text, count } = await exported(format, false)
      expect(count).toBe(4)
      const { result, bad } = await importContent(database, text, { format, key: ['id'] })
      expect(bad).toEqual([])
      expect(result.state).toMatchObject({ created: 0, updated: 0, unchanged: 4 })
      expect(await select(database, 'select f::text from films f order by id')).toEqual(before)
    },
  )

  it.each(['csv', 'json', 'ndjson'] as const)(
    '[M4] as %s with names fills another database with the same',
    async (format) => {
      await importContent(database, LINES, WISHES)
      const first = await exported(format, true)
      expect(first.count).toBe(4)
      // the fields stay, as another database would have them
      await select(database, 'delete from films')
      await select(database, 'delete from people')
      const { bad, result } = await importContent(database, first.text, { format, key: [] })
      expect(bad).toEqual([])
      expect(result.state.created).toBe(4)
      expect((await exported(format, true)).text).toBe(first.text)
      expect(first.text).not.toMatch(/\bid\b/)
    },
  )

  it('[M4] keeps the digits of long decimals', async () => {
    await importContent(database, '{"title":"A","n":12345678901234567890.5}')
    expect((await exported('ndjson', false)).text).toBe('{"id":1,"title":"A","n":12345678901234567890.5}\n')
  })
})
