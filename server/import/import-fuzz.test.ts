import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../db/database.ts'
import { counts, emptyImportDatabase, importContent, openImportDatabase } from './test-import.ts'

let database: Database
beforeAll(async () => {
  database = await openImportDatabase()
})
afterAll(() => database.close())

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-0',
    '007',
    '1.50',
    '1e3',
    'true',
    '2024-02-29',
    '2024-02-29T12:00:00+02:00',
    '1709200000',
  ),
  fc.constantFrom(
    'a@example.org',
    'https://example.org/a',
    '\u0000',
    '\ud800',
    ')',
    '[',
    '["x"]',
    'a;b',
    'x'.repeat(600),
  ),
)
const number = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(-0, 1e-7, 1e300, 2 ** 60))
const scalar = fc.oneof(text, number, fc.boolean(), fc.constant(null))
const value = fc.oneof(
  { weight: 5, arbitrary: scalar },
  { weight: 2, arbitrary: fc.array(fc.oneof(text, fc.constant(null)), { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
)
/** Columns that tend to one kind of value, with some of another kind among them. */
const row = fc.record(
  {
    title: text,
    n: fc.oneof({ weight: 8, arbitrary: number }, { weight: 1, arbitrary: scalar }),
    day: fc.constantFrom('2024-02-29', '1999-12-31', null),
    list: fc.array(text, { maxLength: 3 }),
    any: value,
  },
  { requiredKeys: ['title'] },
)
const line = fc.oneof(
  { weight: 12, arbitrary: row.map((each) => JSON.stringify(each)) },
  { weight: 1, arbitrary: fc.constantFrom('{', '7', '[]') },
)

describe('whatever a file holds', () => {
  it.each([{ key: [] }, { key: ['title'] }, { key: ['n', 'title'] }])(
    '[M4] [M4.c] every row is imported or told, and a second import changes nothing: %j',
    async ({ key }) => {
      await fc.assert(
        fc
          .asyncProperty(fc.array(line, { minLength: 1, maxLength: 12 }), async (some) => {
            fc.pre(some.some((each) => each.startsWith('{"')))
            const content = some.join('\n')
            const known = key.filter((name) => some.some((each) => each.includes(`"${name}":`)))
            const first = await importContent(database, content, { key: known })
            const [created = 0, updated, unchanged, bad = 0] = counts(first)
            expect([created + bad, updated, unchanged]).toEqual([some.length, 0, 0])
            expect(first.bad).toHaveLength(bad)
            const second = await importContent(database, content, { key: known })
            expect(counts(second)).toEqual([0, 0, created, bad])
            expect(second.bad).toEqual(first.bad)
          })
          .afterEach(() => emptyImportDatabase(database)),
        { numRuns: 15 },
      )
    },
    120_000,
  )

  it('[M4] [M4.c] the same holds of a table', async () => {
    const cell = fc.oneof(text, fc.constantFrom('', '12', '0.5', 'x;y')).map((each) => each.replaceAll('\u0000', ''))
    const table = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc
        .asyncProperty(table, async (rows) => {
          const quoted = (each: string) => `"${each.toWellFormed().replaceAll('"', '""')}"`
          const content = `a,b,c\n${rows.map((cells) => cells.map(quoted).join(',')).join('\n')}\n`
          const first = await importContent(database, content, { format: 'csv' })
          const [created = 0, updated, unchanged, bad = 0] = counts(first)
          expect([created + bad, updated, unchanged]).toEqual([rows.length, 0, 0])
          expect(counts(await importContent(database, content, { format: 'csv' }))).toEqual([0, 0, created, bad])
        })
        .afterEach(() => emptyImportDatabase(database)),
      { numRuns: 15 },
    )
  }, 120_000)
})
