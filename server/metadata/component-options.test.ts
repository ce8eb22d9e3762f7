import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTestService, prepareSmallCatalogue, type TestService } from '../query/test-service.ts'
import { errorOf, newName, type System, systemOf } from './test-system.ts'

let service: TestService
let system: System

beforeAll(async () => {
  service = await openTestService({ prepare: prepareSmallCatalogue })
  system = systemOf(service)
})
afterAll(() => service.close())
afterEach(() => expect(service.failures).toEqual([]))

const ADDRESS = 'https://x.example/'

/** A page of a media type with the fields title and old. */
async function newPage() {
  const mediatype = await system.newType({ name: 'old' })
  const page_key = newName()
  expect((await system.add('adm_pages', { page_key, title: 'P', mediatype })).status).toBe(201)
  return { page_key, mediatype }
}

/** Adds a component, and takes what it holds past the service for what is given. */
async function kept(type: string, valid: object, stored: object) {
  const { page_key, mediatype } = await newPage()
  const row = { page_key, component_key: 'c', type, configuration: valid }
  expect((await system.add('adm_page_components', row)).status).toBe(201)
  const { _id: id } = await system.find('adm_page_components', { page_key })
  const text = JSON.stringify(stored)
  await sql`update adm_page_components set configuration = ${text}::jsonb where id = ${id}`.execute(
    service.context.database.kysely,
  )
  const configuration = async () =>
    (await system.find('adm_page_components', { page_key, component_key: 'c' })).configuration
  return { page_key, mediatype, id, configuration }
}

describe('options of components', () => {
  it.each([
    ['list', { columns: 'title' }, 'columns: expected a list'],
    ['list', { pageSize: '20' }, 'pageSize: expected a whole number, 1 or more'],
    ['list', { pageSize: 0 }, 'pageSize: expected a whole number, 1 or more'],
    ['list', { pageSize: null }, 'pageSize: expected a whole number, 1 or more'],
    ['list', { links: { title: 5 } }, 'links/title: expected the key of a page, or {pageKey, id}'],
    ['list', { hidden: ['title', 1] }, 'hidden/1: expected a text'],
    ['list', { defaultSort: ['title'] }, 'defaultSort: expected a text'],
    ['list', { choices: [] }, 'choices: expected an object'],
    ['form', { tabs: {} }, 'tabs: expected a list'],
    ['form', { rest: 'no' }, 'rest: expected true or false'],
    ['form', { tabs: [{ bogus: 1 }] }, 'tabs/0/bogus: there is no member bogus'],
    ['message', { text: 'T', dismissible: 'yes' }, 'dismissible: expected true or false'],
    ['iframe', { url: ADDRESS, height: '5' }, 'height: expected a whole number from 120 to 4000'],
    ['iframe', { url: ADDRESS, height: 5000 }, 'height: expected a whole number from 120 to 4000'],
    ['relatedList', { relation: 'x', create: 'x' }, 'create: expected a list of fields, or false'],
    ['permissionList', { owner: 'nobody' }, 'owner: there is no "nobody" here; expected one of user, group, client'],
  ])('[M1.a] of the type %s that hold %j are refused', async (type, configuration, expected) => {
    const { page_key } = await newPage()
    const answer = await system.add('adm_page_components', { page_key, component_key: 'c', type, configuration })
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toContainEqual(
      expect.objectContaining({
        code: 'VALIDATION',
        detail: expect.stringContaining(`${page_key} c, configuration: ${expected}`),
        source: { pointer: '/adm_page_components/0/configuration' },
      }),
    )
  })

  it('[M1.a] are all told at once', async () => {
    const { page_key } = await newPage()
    const configuration = { pageSize: 0, columns: 5, colums: [] }
    const row = { page_key, component_key: 'c', type: 'list', configuration }
    const { body } = await system.add('adm_page_components', row)
    expect(body.errors?.map(({ detail }) => detail.replace(/^.*?: /, '').replace(/: .*/, ''))).toEqual([
      'list has no option "colums"',
      'columns',
      'pageSize',
    ])
  })

  it('[M1.a] of a bundle’s type are its own affair', async () => {
    const { page_key } = await newPage()
    const configuration = { columns: 'title', pageSize: '20' }
    const row = { page_key, component_key: 'c', type: 'statusBoard', configuration }
    expect((await system.add('adm_page_components', row)).status).toBe(201)
  })

  it('[M1.a] that are there already stay until the configuration is written', async () => {
    const { page_key, mediatype, id, configuration } = await kept(
      'list',
      { columns: ['old'] },
      { columns: ['old'], links: { old: 5 }, hidden: ['old', 1] },
    )
    expect((await system.change('adm_page_components', id, { title: 'T' })).status).toBe(200)
    const other = { page_key, component_key: 'd', type: 'list', configuration: { columns: ['old'] } }
    expect((await system.add('adm_page_components', other)).status).toBe(201)
    const field = await system.fieldId(mediatype, 'old')
    expect((await system.change('adm_fields', field, { name: 'young' })).status).toBe(200)
    expect(await configuration()).toEqual({ columns: ['young'], links: { young: 5 }, hidden: ['young', 1] })

    const worse = { columns: ['title'], hidden: ['young', 1] }
    const refused = await system.change('adm_page_components', id, { configuration: worse })
    expect([refused.status, errorOf(refused).detail]).toEqual([
      422,
      expect.stringContaining('hidden/1: expected a text'),
    ])
    expect((await system.remove('adm_fields', field)).status).toBe(204)
    expect(await configuration()).toEqual({ columns: [], links: {}, hidden: [1] })
    expect((await system.change('adm_page_components', id, { configuration: { columns: ['title'] } })).status).toBe(200)
  })

  it('[M1.a] are looked at anew when the component becomes one of another type', async () => {
    const { id } = await kept('statusBoard', {}, { pageSize: '20' })
    const refused = await system.change('adm_page_components', id, { type: 'list' })
    expect([refused.status, errorOf(refused).detail]).toEqual([422, expect.stringContaining('pageSize: expected')])
  })
})
