import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defineMediaTypes } from '../catalog/define.ts'
import type { FieldDocument, MediaTypeDocument } from '../catalog/document.ts'
import type { Database } from '../db/database.ts'
import { counts, importContent, lines, openImportDatabase, select } from './test-import.ts'

const field = (name: string, type: string, more: Partial<FieldDocument> = {}): FieldDocument => ({
  ...{ name, label: name, type },
  ...more,
})

/** A media type with rules of every kind, and one of records that need more than a name. */
const TYPES: readonly MediaTypeDocument[] = [
  {
    ...{ name: 'makers', label: 'Maker', labelPlural: 'Makers', nameField: 'name' },
    fields: [field('name', 'Text', { required: true }), field('country', 'Text', { required: true })],
  },
  {
    ...{ name: 'tags', label: 'Tag', labelPlural: 'Tags', nameField: 'name' },
    fields: [field('name', 'Text', { required: true, unique: true })],
  },
  {
    ...{ name: 'films', label: 'Film', labelPlural: 'Films', nameField: 'title' },
    fields: [
      field('title', 'Text', { required: true, props: { maxLength: 20 } }),
      field('code', 'Text', { unique: true, props: { pattern: '[a-z]+\\d' } }),
      field('year', 'Integer', { props: { min: 1900, max: 2100 } }),
      field('country', 'Text', { required: true }),
      field('maker', 'Related'),
      field('tags', 'Related', { required: true }),
    ],
    relations: [
      { kind: 'many-to-one', related: 'makers', column: 'maker' },
      {
        ...{ kind: 'many-to-many', related: 'tags', field: 'tags', linkTable: 'films_tags' },
        ...{ linkColumn: 'film', linkRelatedColumn: 'tag' },
      },
    ],
  },
]

const good = { title: 'A', code: 'a1', year: 2000, country: 'FR', tags: ['one'] }
const ROWS: readonly object[] = [
  good,
  { ...good, title: 'B', code: 'b1', tags: ['one', 'two'] },
  { ...good, title: 'C', code: 'a1' },
  { ...good, title: 'D', code: 'D' },
  { ...good, title: 'E', code: 'e1', year: 1800 },
  { ...good, title: 'F', code: 'f1', tags: [] },
  { ...good, title: 'G', code: 'g1', maker: 'Nobody' },
  { ...good, title: 'H', code: 'b1' },
  { ...good, title: 'I', code: 'i1', tags: ['three', 'one'] },
  { title: 'J', code: 'j1', tags: ['four'] },
  { ...good, title: 'A', code: 'x1' },
  { ...good, title: 'K', code: 'taken1' },
  { ...good, title: 'L', code: 'taken2', tags: ['three'] },
]

const everything = (database: Database) =>
  Promise.all(
    ['films', 'makers', 'tags', 'films_tags', 'marquee_imports', 'history_outbox', 'table_versions'].map((table) =>
      select(database, `select t::text from ${table} t order by 1`),
    ),
  )

describe('a dry run', () => {
  let database: Database
  beforeAll(async () => {
    database = await openImportDatabase()
    await database.transaction((tx) => defineMediaTypes(tx, TYPES))
    await importContent(database, lines({ ...good, title: 'Old', code: 'taken1' }), { key: ['title'] })
  })
  afterAll(() => database.close())

  it.each([['title'], ['code'], []])(
    '[X58.b] [M4] says of each row what a real run then does, by key %j, and does nothing',
    async (...key) => {
      const before = await everything(database)
      const content = lines(...ROWS)
      const dry = await importContent(database, content, { key, more: { dryRun: true } })
      expect(await everything(database)).toEqual(before)
      const real = await importContent(database, content, { key })
      expect(counts(dry)).toEqual(counts(real))
      expect(dry.bad).toEqual(real.bad)
      expect([...dry.result.related]).toEqual([...real.result.related])
      expect(real.result.state.bad).toBeGreaterThan(3)
      await select(database, "delete from films where title <> 'Old'")
      await select(database, "delete from tags where name <> 'one'")
    },
  )
})
