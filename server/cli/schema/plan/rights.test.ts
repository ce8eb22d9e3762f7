import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MediaTypeDocument, MetadataDocument } from '../../../catalog/document.ts'
import { type TestSchema, testSchema } from '../test-schema.ts'

let schema: TestSchema
beforeAll(async () => {
  schema = await testSchema()
})
afterAll(() => schema.database.close())

const named = (name: string): MediaTypeDocument => ({
  name,
  label: name,
  labelPlural: name,
  fields: [{ name: 'name', label: 'Name', type: 'Text' }],
})
const documentOf = (...names: readonly string[]): MetadataDocument => ({
  mediaTypes: names.map(named),
  pages: [],
  dictionary: {},
})

it('[M2.b] a media type that goes takes the rights to it along, and no others', async () => {
  await schema.apply(documentOf('people', 'genres'))
  const grants = [
    [2, 'people'],
    [2, 'genres'],
    [3, 'people'],
  ] as const
  for (const [type, key] of grants)
    await sql`insert into permissions (owner_type, owner_id, object_type, key) values (2, 1, ${type}, ${key})`.execute(
      schema.database.kysely,
    )
  await schema.apply(documentOf('genres'))
  expect(await schema.count("permissions where object_type = 2 and key = 'people'")).toBe(0)
  expect(await schema.count('permissions')).toBe(2)
  await schema.apply(documentOf('genres', 'people'))
  expect(await schema.count("permissions where object_type = 2 and key = 'people'")).toBe(0)
})

it('[M2.b] [P4] permissions on fields follow what is renamed, and go with what is removed', async () => {
  const text = (name: string, renamedFrom?: string) => {
    const from = renamedFrom === undefined ? {} : { renamedFrom }
    return { name, label: name, type: 'Text', ...from }
  }
  const document = (name: string, fields: readonly object[], more: object = {}): MetadataDocument => {
    const type = { name, label: name, labelPlural: name, fields, ...more } as MediaTypeDocument
    return { mediaTypes: [type], pages: [], dictionary: {} }
  }
  await schema.apply(document('books', [text('title'), text('isbn'), text('note')]))
  const { kysely } = schema.database
  await sql`delete from permissions`.execute(kysely)
  for (const field of ['title', 'isbn', 'note'])
    await sql`insert into permissions (owner_type, owner_id, object_type, key)
      values (2, 1, 3, ${`field:books.${field}`})`.execute(kysely)
  const fields = [text('heading', 'title'), text('isbn')]
  const before = await sql<{ id: string; key: string }>`select id::text, key from permissions`.execute(kysely)
  await schema.apply(document('volumes', fields, { renamedFrom: 'books' }), true)
  const after = await sql<{ id: string; key: string }>`select id::text, key from permissions order by id`.execute(
    kysely,
  )
  const idOf = (field: string) => before.rows.find(({ key }) => key === `field:books.${field}`)?.id
  expect(after.rows).toEqual([
    { id: idOf('title'), key: 'field:volumes.heading' },
    { id: idOf('isbn'), key: 'field:volumes.isbn' },
  ])
})
