import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestSchema, testSchema } from '../test-schema.ts'

let schema: TestSchema
beforeAll(async () => {
  schema = await testSchema()
})
afterAll(() => schema.database.close())

const type = (name: string, more: object = {}) => ({
  ...{ name, label: name, labelPlural: name, nameField: 'name' },
  ...{ fields: [{ name: 'name', label: 'Name', type: 'Text' }], relations: [] },
  ...more,
})
const told = async () => {
  const text = 'select media_type, entry::text from history_outbox order by id'
  return (await schema.database.read({ text, values: [] })).map(([mediaType, entry]) => [
    mediaType,
    JSON.parse(entry as string),
  ])
}
const entry = (_operation: string, _version: number, name: object) => [
  'adm_mediatypes',
  { _operation, _version, _modifiedFields: { name } },
]

it('[M2.b] [EV1] a plan that renames or removes media types tells edit history, which goes by their names', async () => {
  const base = { dictionary: {}, pages: [] }
  await schema.apply({ ...base, mediaTypes: [type('films'), type('tags')] })
  expect(await told()).toEqual([])
  await schema.apply({
    ...base,
    mediaTypes: [type('movies', { renamedFrom: 'films' }), type('tags', { label: 'Tag' })],
  })
  expect(await told()).toMatchObject([entry('Changed', 2, { old: 'films', new: 'movies' })])
  await schema.apply({ ...base, mediaTypes: [type('tags', { label: 'Tag' })] })
  expect(await told()).toMatchObject([
    entry('Changed', 2, { old: 'films', new: 'movies' }),
    entry('Removed', 2, { old: 'movies' }),
  ])
})
