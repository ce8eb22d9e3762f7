import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FormData, PageResponse, RemoteSchema } from '../../shared/page.ts'
import { addUser } from '../auth/test-service.ts'
import { definePages } from '../catalog/define.ts'
import type { Database } from '../db/database.ts'
import { openTestSite, type TestSite } from './test-site.ts'

const REMOTES = 'example=https://cdn.example/remoteEntry.js'
const OPTIONS = { fields: ['title', 'year', 'director', 'gone'], links: { year: 'film' }, tabs: 3, rest: 'no' }

async function prepare(database: Database): Promise<void> {
  const remote = (key: string, type: string, configuration: Readonly<Record<string, unknown>> = {}) => ({
    key,
    type,
    order: 1,
    configuration,
  })
  await database.transaction((tx) =>
    definePages(tx, [
      {
        ...{ key: 'with', title: 'With', mediaType: 'movies' },
        components: [remote('chosen', 'boxOffice', OPTIONS), remote('all', 'hologram')],
      },
      { key: 'without', title: 'Without', components: [remote('alone', 'hologram', { colour: 'red' })] },
      {
        ...{ key: 'names', title: 'Names', mediaType: 'movies' },
        components: [remote('own', 'constructor'), remote('built', 'form')],
      },
    ]),
  )
  const reader = await addUser(database, 'reader')
  const item = { owner_type: 1, owner_id: reader, object_type: 2, object_id: null, can_read: true }
  await database.kysely
    .insertInto('permissions')
    .values({ ...item, key: 'movies', can_write: false, can_delete: false })
    .execute()
}

let site: TestSite
beforeAll(async () => {
  site = await openTestSite(prepare, { REMOTES })
})
afterAll(() => site.close())

async function show(path: string, username?: string) {
  const response = await site.get(`display/${path}`, username)
  const page = (await response.json()) as PageResponse
  const schema = (key: string) => page.schema.components.find((one) => one.key === key)?.schema as RemoteSchema
  const data = (key: string) => page.data.components.find((one) => one.key === key)?.data as FormData
  return { page, schema, data }
}

describe('a component that a bundle supplies', () => {
  it('[RB1] gets its configuration, the fields it asks for, and what the caller may do', async () => {
    const { schema } = await show('with/1')
    const { fields, ...rest } = schema('chosen')
    expect(fields.map(({ name }) => name)).toEqual(['title', 'year', 'director'])
    expect(fields[1]?.props.link).toMatchObject({ pageKey: 'film' })
    expect(rest).toEqual({
      configuration: OPTIONS,
      mediaType: 'movies',
      ...{ canCreate: true, canWrite: true, canDelete: true, labelField: 'title' },
    })
    expect(schema('all').fields.length).toBeGreaterThan(10)
  })

  it('[RB1] gets the record of the page as a form does', async () => {
    const { data, schema } = await show('with/1')
    const { values, labels, id, etag } = data('chosen')
    expect(Object.keys(values)).toEqual(['title', 'year', 'director'])
    expect([id, typeof etag]).toEqual([1, 'string'])
    expect(labels).toHaveProperty('director')
    expect(Object.keys(data('all').values)).toEqual(schema('all').fields.map(({ name }) => name))
  })

  it('[RB1] gets what several records have in common, each with its tag, and a new one’s values', async () => {
    const several = (await show('with/1,2')).data('chosen')
    expect([several.id, several.etag, several.records?.map(({ id }) => id)]).toEqual([null, null, [1, 2]])
    expect((await show('with/new')).data('chosen')).toMatchObject({ id: null, etag: null, values: { title: null } })
  })

  it('[RB1] [OUT:SuccessDataNull] gets no data where there is no item', async () => {
    const listed = await show('with')
    expect([listed.data('chosen'), listed.schema('chosen').mediaType]).toEqual([null, 'movies'])
    const alone = await show('without')
    expect(alone.data('alone')).toBeNull()
    expect(alone.schema('alone')).toEqual({
      configuration: { colour: 'red' },
      ...{ fields: [], canCreate: false, canWrite: false, canDelete: false },
    })
  })

  it('[RB1] may be told that its user writes nothing', async () => {
    const { schema } = await show('with/1', 'reader')
    expect(schema('chosen')).toMatchObject({ canCreate: false, canWrite: false, canDelete: false })
  })

  it('[RB1] never takes the place of a built-in type, and may have any name', async () => {
    const { page, schema } = await show('names/1')
    expect(page.schema.components.map(({ key }) => key).toSorted()).toEqual(['built', 'own'])
    expect(schema('built')).toHaveProperty('tabs')
    expect(schema('own')).toHaveProperty('configuration')
  })
})

it('[OUT:SkippedNoMapping] a type that is not built in is left out where there is no bundle', async () => {
  const none = await openTestSite(prepare)
  const response = await none.get('display/without')
  expect(((await response.json()) as PageResponse).schema.components).toEqual([])
  await none.close()
})
