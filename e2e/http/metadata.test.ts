import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defineMediaTypes } from '../../server/catalog/define.ts'
import { openPg } from '../../server/db/pg.ts'
import type { MenuItem, PageResponse } from '../../shared/page.ts'
import { accessToken, service } from '../harness/service.ts'
import {
  create,
  entities,
  entity,
  error,
  errors,
  get,
  links,
  list,
  patch,
  post,
  read,
  send,
  update,
  word,
} from './client.ts'
import { type BrowserSession, signIn } from './session.ts'

/** Everything a test adds, to be taken away again: what was added last goes first. */
const added: [type: string, id: number][] = []

async function add(type: string, element: object): Promise<number> {
  const { _id } = await create(type, element)
  added.push([type, _id])
  return _id
}

const CONFIRMED = { query: 'confirmLoss=true' }

afterAll(async () => {
  for (const [type, id] of added.reverse()) await send('DELETE', `/${type}/${id}`, CONFIRMED)
})

/** Names of media types are shorter than words, and begin with a letter. */
const newName = (): string => word().slice(0, 20)

async function newType(): Promise<{ name: string; id: number }> {
  const name = newName()
  const id = await add('adm_mediatypes', { name, label: 'Boat', label_plural: 'Boats' })
  return { name, id }
}

const addField = (mediatype: string, name: string, more: object = {}): Promise<number> =>
  add('adm_fields', { mediatype, name, label: name, ...more })

describe('a media type', () => {
  it('[M1] [M1.a] [M1.c] is made, used, changed and dropped through the API', async () => {
    const { name, id } = await newType()
    expect((await get(`/${name}`)).body[name]).toEqual([])
    await addField(name, 'title', { required: true, indexed: true })
    const size = await addField(name, 'size', { type: 'Text' })
    await addField(name, 'captain', { type: 'Related' })
    await add('adm_relateds', {
      mediatype: name,
      related_mediatype: 'people',
      kind: 'many-to-one',
      column_name: 'captain',
    })
    const captain = (await create('people', { name: word() }))._id
    const boat = await create(name, { title: 'Ann', size: '12', _links: { captain } })
    expect(boat).toMatchObject({ title: 'Ann', size: '12' })
    expect(links(boat)).toEqual({ captain })
    expect(await list(name, { sort: '-title', include: 'people', 'captain[name]': 'nobody' })).toEqual([])
    expect(error(await send('DELETE', `/people/${captain}`)).code).toBe('REFERENCED')

    await update('adm_fields', size, { type: 'Integer' })
    expect(await read(name, boat._id)).toMatchObject({ size: 12 })
    await update('adm_fields', size, { name: 'length' })
    expect(await list(name, { length: 12 })).toMatchObject([{ length: 12 }])
    const other = newName()
    await update('adm_mediatypes', id, { name: other, name_field: 'title' })
    expect(await read(other, boat._id)).toMatchObject({ title: 'Ann', length: 12 })
    expect((await get(`/${name}`)).status).toBe(404)

    const refused = await send('DELETE', `/adm_mediatypes/${id}`)
    expect(error(refused)).toMatchObject({
      status: '409',
      code: 'CONFIRMATION_REQUIRED',
      meta: { losses: [{ rows: 1 }] },
    })
    expect(await read(other, boat._id)).toMatchObject({ title: 'Ann' })
    expect((await send('DELETE', `/adm_mediatypes/${id}`, CONFIRMED)).status).toBe(204)
    expect((await get(`/${other}`)).status).toBe(404)
    expect((await send('DELETE', `/people/${captain}`)).status).toBe(204)
  })

  it('[M1.c] and its fields and relations come about together, or not at all', async () => {
    const [name, to] = [newName(), newName()]
    const operation = (type: string, data: object) => ({ _op: 'add', _type: type, _data: data })
    const operations = [
      operation('adm_mediatypes', { name, label: 'A', label_plural: 'A' }),
      operation('adm_mediatypes', { name: to, label: 'B', label_plural: 'B' }),
      operation('adm_fields', { mediatype: name, name: 'many', label: 'Many', type: 'Related' }),
      operation('adm_relateds', {
        mediatype: name,
        related_mediatype: to,
        kind: 'many-to-many',
        field: 'many',
        link_table: `${name}_many`,
        link_column: 'one',
        link_related_column: 'other',
        order_column: 'place',
      }),
    ]
    const wrong = operation('adm_fields', { mediatype: name, name: 'x', label: 'X', type: 'Enum' })
    const refused = await post('/$batch', { _operations: [...operations, wrong] })
    expect(error(refused)).toMatchObject({ status: '422', source: { pointer: '/_operations/4/_data/enum_values' } })
    expect((await get(`/${name}`)).status).toBe(404)
    expect((await post('/$batch', { _operations: operations })).status).toBe(200)
    for (const mediatype of [to, name]) {
      added.push(['adm_mediatypes', entity(await get('/adm_mediatypes', { name: mediatype }), 'adm_mediatypes')._id])
    }
    const [first, second] = [await create(to, {}), await create(to, {})]
    const made = await create(name, { _links: { many: [second._id, first._id] } })
    expect(links(made)).toEqual({ [`${to}[one]`]: [second._id, first._id] })
  })

  it('[M1.d] [X25] loses nothing by a change that was not confirmed', async () => {
    const { name } = await newType()
    const text = await addField(name, 'text')
    for (const value of ['7', 'seven', '2024-02-30']) await create(name, { text: value })
    const values = async () => (await list(name, { sort: 'id' })).map((each) => each.text)
    for (const [element, rows] of [
      [{ type: 'Integer' }, 2],
      [{ type: 'Date' }, 3],
      [{ type: 'Enum', enum_values: [{ value: 'seven', label: '7' }] }, 2],
    ] as const) {
      const answer = await patch(`/adm_fields/${text}`, { adm_fields: [element] })
      expect(error(answer)).toMatchObject({ code: 'CONFIRMATION_REQUIRED', meta: { losses: [{ rows }] } })
      expect(await values()).toEqual(['7', 'seven', '2024-02-30'])
    }
    expect(error(await send('DELETE', `/adm_fields/${text}`)).meta).toMatchObject({ losses: [{ rows: 3 }] })
    const body = { adm_fields: [{ type: 'Integer' }] }
    expect((await send('PATCH', `/adm_fields/${text}`, { ...CONFIRMED, body })).status).toBe(200)
    expect(await values()).toEqual([7, null, null])
    const unsure = await send('PATCH', `/adm_fields/${text}`, { query: 'confirmLoss=maybe', body })
    expect(error(unsure)).toMatchObject({ status: '400', source: { parameter: 'confirmLoss' } })
  })

  it('[M1.c] takes no name or rule that its records cannot bear', async () => {
    const { name } = await newType()
    const field = await addField(name, 'code')
    for (const code of ['a', 'a']) await create(name, { code })
    expect(error(await patch(`/adm_fields/${field}`, { adm_fields: [{ is_unique: true }] }))).toMatchObject({
      status: '422',
      source: { pointer: '/adm_fields/0' },
    })
    for (const taken of ['id', 'version', 'sort', '_x', 'A', 'code']) {
      const answer = await post('/adm_fields', { adm_fields: [{ mediatype: name, name: taken, label: 'X' }] })
      expect(errors(answer)[0]).toMatchObject({ source: { pointer: '/adm_fields/0/name' } })
    }
    for (const taken of ['users', 'auth_tokens', 'movies_genres', 'pg_x']) {
      const body = { adm_mediatypes: [{ name: taken, label: 'X', label_plural: 'X' }] }
      expect([409, 422]).toContain((await post('/adm_mediatypes', body)).status)
    }
  })
})

describe('a running instance', () => {
  const { databaseUrl } = service()

  it.skipIf(databaseUrl === null)('[M5] follows within seconds what another one changed', async () => {
    const name = newName()
    expect((await get(`/${name}`)).status).toBe(404)
    const other = openPg(databaseUrl as string)
    try {
      await other.transaction(async (tx) => {
        const fields = [{ name: 'title', label: 'Title', type: 'Text' }]
        await defineMediaTypes(tx, [{ name, label: 'Elsewhere', labelPlural: 'Elsewhere', fields }])
      })
    } finally {
      await other.close()
    }
    await expect.poll(async () => (await get(`/${name}`)).status, { timeout: 8000, interval: 250 }).toBe(200)
    added.push(['adm_mediatypes', entity(await get('/adm_mediatypes', { name }), 'adm_mediatypes')._id])
    expect(await create(name, { title: 'Here' })).toMatchObject({ title: 'Here' })
  })
})

describe('the system', () => {
  it('[M1.a] stays as it is', async () => {
    const { _id } = entity(await get('/adm_mediatypes', { name: 'users' }), 'adm_mediatypes')
    expect(error(await send('DELETE', `/adm_mediatypes/${_id}`, CONFIRMED))).toMatchObject({ status: '403' })
    const field = { mediatype: 'users', name: 'copy', label: 'Copy' }
    expect(error(await post('/adm_fields', { adm_fields: [field] }))).toMatchObject({ status: '403' })
  })

  it('[M1.a] has texts, users and groups that are written as any record', async () => {
    const key = word()
    await add('adm_dictionary', { language: 'en', key, text: 'Hello' })
    const { _dictionary } = (await get('/dictionary', { language: 'en' })).body as unknown as {
      _dictionary: Record<string, string>
    }
    expect(_dictionary[key]).toBe('Hello')

    const [username, password] = [word(), word()]
    const group = await add('groups', { name: word() })
    const user = await add('users', { username, name: 'Somebody', password, _links: { groups: [group] } })
    expect(await read('users', user)).toMatchObject({ password: expect.not.stringContaining(password) })
    await add('permissions', { owner_type: '2', owner_id: group, object_type: '2', key: 'genres', can_read: true })
    const token = await accessToken({ email: username, password })
    const authorization = `Bearer ${token}`
    // the tests' client is a service, which may do everything: what is asked is that the user is known
    expect((await get('/genres', '', { authorization })).status).toBe(200)
    await update('users', user, { is_disabled: true })
    expect((await get('/genres', '', { authorization })).status).toBe(401)
    await expect(accessToken({ email: username, password })).rejects.toThrow('no access token')
  })
})

describe('the pages of the system', () => {
  let shell: BrowserSession
  beforeAll(async () => {
    shell = await signIn()
  })
  const json = async <T>(path: string): Promise<T> => (await shell.send(path)).json() as Promise<T>

  it('[M1.b] stand in one group of the menu and show lists', async () => {
    const menu = await json<readonly MenuItem[]>('/api/v2/menu')
    const group = menu.find(({ title }) => title === 'Administration')
    const keys = group?.children?.map(({ pageKey }) => pageKey) ?? []
    expect(keys).toContain('adm_mediatypes')
    for (const key of keys) {
      const page = await json<PageResponse>(`/api/v2/display/${key}`)
      expect([key, page.data.components.length]).toEqual([key, 1])
      expect(page.data.components[0]).toMatchObject({ key: 'list', data: { rowCount: expect.any(Number) } })
    }
  })

  it('[M1.b] have forms by which a field is added', async () => {
    const page = await json<PageResponse>('/api/v2/display/adm_field/new')
    expect(JSON.stringify(page.schema)).toContain('"value":"DropRelated"')
    const known = entities(await get('/adm_fields', { mediatype: 'movies', name: 'title' }), 'adm_fields')
    expect(await json<PageResponse>(`/api/v2/display/adm_field/${known[0]?._id}`)).toMatchObject({
      data: { components: [{ data: { values: { mediatype: 'movies', name: 'title', type: 'Text' } } }] },
    })
  })
})
