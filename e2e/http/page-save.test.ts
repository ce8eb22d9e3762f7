import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Entity } from '../../shared/envelope.ts'
import type { FormSchema } from '../../shared/page.ts'
import { request } from '../harness/service.ts'
import { create, get, idOf, links, list, newMovie, post, read, send, update, word } from './client.ts'
import { dataOf, display, edits, ownSession, save } from './save-client.ts'
import type { BrowserSession } from './session.ts'

let session: BrowserSession
beforeAll(async () => {
  session = await ownSession()
})

describe('saving a page', () => {
  it('[R2] [R2.b] writes what a form changed, and answers with the fresh page', async () => {
    const genre = await idOf('genres', { name: 'Drama' })
    const film = await newMovie({ year: 1990, running_time: 90 })
    const saved = await save(`film/${film._id}`, edits({ year: 1991, genres: [genre] }, { etag: film._etag }))
    expect([saved.status, saved.errors]).toEqual([200, []])
    expect(dataOf(saved.page).values).toMatchObject({ year: 1991, running_time: 90, genres: [genre] })
    expect(saved.page).toEqual(await display(`film/${film._id}`))
    expect(await read('movies', film._id)).toMatchObject({ year: 1991, _etag: saved.page.configuration.etag })
  })

  it('[R2] [R2.b] makes a new record, and answers with the page of it', async () => {
    const title = word()
    const refused = await save('film/new', edits({ year: 2001 }))
    expect([refused.status, refused.errors.map(({ source }) => source?.pointer)]).toEqual([
      422,
      ['/components/0/data/values/title', '/components/0/data/values/slug'],
    ])
    const { status, page } = await save('film/new', edits({ title, slug: title }))
    expect(status).toBe(200)
    expect(dataOf(page).id).toBe(await idOf('movies', { title }))
    expect(page.configuration.itemId).toBe(String(dataOf(page).id))
  })

  it('[R2] leaves alone what it is not told of, secrets that are sent as they were shown among it', async () => {
    const made = await create('collections', { name: word(), access_code: 'xyzzy' })
    const { _etag: etag } = made
    expect((await save(`collection/${made._id}`, { components: [], etag })).status).toBe(200)
    const { values } = dataOf(await display(`collection/${made._id}`))
    const shown = { access_code: values.access_code, id: 7 }
    const { errors } = await save(`collection/${made._id}`, edits(shown))
    expect(errors[0]).toMatchObject({ code: 'UNKNOWN_FIELD', source: { pointer: '/components/0/data/values/id' } })
    expect((await save(`collection/${made._id}`, edits({ access_code: values.access_code }))).status).toBe(200)
    expect((await read('collections', made._id))._etag).toBe(etag)
  })

  it('[R2.a] answers 412 to whoever edited what was changed since, with the tag and what changed', async () => {
    const film = await newMovie({ year: 1990 })
    const now = await update('movies', film._id, { year: 1995 })
    const { status, errors } = await save(`film/${film._id}`, edits({ running_time: 80 }, { etag: film._etag }))
    expect([status, errors]).toEqual([
      412,
      [
        expect.objectContaining({
          code: 'ETAG_MISMATCH',
          source: { pointer: '/etag' },
          meta: { _etag: now._etag, _changed: ['year'] },
        }),
      ],
    ])
    expect((await read('movies', film._id)).running_time).toBeNull()
  })

  it('[R2.a] [X48] compares the page’s tag only where something of its own record changes', async () => {
    const made = await create('collections', { name: word() })
    const film = await newMovie()
    const link = await create('collection_movies', { _links: { collection: made._id, movie: film._id } })
    await update('collections', made._id, { name: word() })
    const films = { key: 'films', data: { update: [{ id: link._id, etag: link._etag, values: { note: 'Seen' } }] } }
    const form = { key: 'form', data: { values: { name: word() } } }
    const saving = (...components: object[]) => save(`collection/${made._id}`, { etag: made._etag, components })
    const refused = await saving(form, films)
    expect([refused.status, refused.errors.map(({ source }) => source?.pointer)]).toEqual([412, ['/etag']])
    const { status, errors } = await saving(films)
    expect([status, errors]).toEqual([200, []])
    expect((await read('collection_movies', link._id)).note).toBe('Seen')
  })

  it('[R2] names each wrong value by its place in the edits', async () => {
    const [film, other] = [await newMovie(), await newMovie()]
    const wrong = { year: 'soon', slug: other.slug, genres: [1, 'x'], director: 999_999_999, nothing: 1 }
    const pointers = async (values: object) => {
      const { errors } = await save(`film/${film._id}`, edits(values))
      return errors.map(({ source }) => source?.pointer?.slice('/components/0/data/values/'.length)).toSorted()
    }
    expect(await pointers(wrong)).toEqual(['nothing'])
    const { nothing, ...known } = wrong
    expect(await pointers(known)).toEqual(['director', 'genres/1', 'slug', 'year'])
    expect(await pointers({ slug: other.slug })).toEqual(['slug'])
  })

  it('[R2] saves several components, all or none', async () => {
    const [one, two] = [await newMovie(), await newMovie()]
    const made = await create('collections', { name: word() })
    const films = (...ids: number[]) => ({
      key: 'films',
      data: { add: ids.map((relatedId, index) => ({ key: `new-${index}`, relatedId })) },
    })
    const body = (values: object, ...ids: number[]) => ({
      components: [films(...ids), { key: 'form', data: { values } }],
      etag: made._etag,
    })
    const name = word()
    const refused = await save(`collection/${made._id}`, body({ name }, one._id, 999_999_999))
    expect(refused.status).toBe(422)
    expect(refused.errors[0]?.source?.pointer).toMatch(/^\/components\/0\/data\/add/)
    const wrong = await save(`collection/${made._id}`, body({ name: '' }, one._id))
    expect(wrong.errors[0]?.source?.pointer).toBe('/components/1/data/values/name')
    expect(await read('collections', made._id)).toMatchObject({ name: made.name, _etag: made._etag })
    const { status, errors } = await save(`collection/${made._id}`, body({ name }, one._id, two._id))
    expect([status, errors]).toEqual([200, []])
    const after = await read('collections', made._id)
    expect([after.name, links(after)['movies[collection]']]).toEqual([name, [one._id, two._id]])
  })

  it('[D7] [R2] [X23.a] is done once however often it is sent under one key', async () => {
    const title = word()
    const headers = { 'idempotency-key': word() }
    const body = edits({ title, slug: title })
    const first = await save('film/new', body, headers)
    const again = await Promise.all([save('film/new', body, headers), save('film/new', body, headers)])
    for (const each of again) expect([each.status, each.page]).toEqual([200, first.page])
    const replayed = [first, ...again].map(({ headers }) => headers.get('idempotent-replayed'))
    expect(replayed).toEqual([null, 'true', 'true'])
    expect(await list('movies', { title })).toHaveLength(1)
    const other = await save('film/new', edits({ title, slug: word() }), headers)
    expect(other.errors[0]).toMatchObject({ code: 'VALIDATION', source: { header: 'Idempotency-Key' } })
  })

  it('[D7] [R2] [X48.b] is done once even where it can be done once only', async () => {
    const film = await newMovie()
    const made = await create('collections', { name: word() })
    const add = { components: [{ key: 'films', data: { add: [{ key: 'a', relatedId: film._id }] } }] }
    const { page } = await save(`collection/${made._id}`, add)
    const [row] = (dataOf(page, 'films') as unknown as { readonly rows: readonly Entity[] }).rows
    const remove = { components: [{ key: 'films', data: { remove: [{ id: row?.id }] } }] }
    const headers = { 'idempotency-key': word() }
    const first = await save(`collection/${made._id}`, remove, headers)
    expect([first.status, first.errors]).toEqual([200, []])
    expect((await save(`collection/${made._id}`, remove, headers)).page).toEqual(first.page)
    expect((await save(`collection/${made._id}`, remove)).status).toBe(422)
  })
})

describe('a list that must not be empty', () => {
  const added: [type: string, id: number][] = []
  const add = async (type: string, element: object): Promise<number> => {
    const { _id } = await create(type, element)
    added.push([type, _id])
    return _id
  }
  afterAll(async () => {
    for (const [type, id] of added.toReversed()) await send('DELETE', `/${type}/${id}`, { query: 'confirmLoss=true' })
  })
  const [boxes, discs] = [word().slice(0, 20), word().slice(0, 20)]
  const pageKey = word().slice(0, 20)

  beforeAll(async () => {
    for (const name of [boxes, discs]) {
      await add('adm_mediatypes', { name, label: name, label_plural: name })
      await add('adm_fields', { mediatype: name, name: 'name', label: 'Name', type: 'Text', required: true })
    }
    await add('adm_fields', { mediatype: discs, name: 'box', label: 'Box', type: 'Related' })
    await add('adm_relateds', {
      ...{ mediatype: discs, related_mediatype: boxes, kind: 'many-to-one', column_name: 'box' },
      ...{ is_child_required: true, on_delete: 'cascade' },
    })
    await add('adm_pages', { page_key: pageKey, mediatype: boxes, title: 'Box' })
    const component = (component_key: string, type: string, configuration: object) =>
      add('adm_page_components', { page_key: pageKey, component_key, type, configuration })
    await component('form', 'form', {})
    await component('discs', 'relatedList', { relation: `${discs}[box]`, columns: ['name'], editable: ['name'] })
  })

  it('[ERR:child-required] [VER:child-required] [ERR:child-required.2] is filled with its record, and not emptied', async () => {
    const form = { key: 'form', data: { values: { name: 'A box' } } }
    const bare = await save(`${pageKey}/new`, { components: [form] })
    expect([bare.status, bare.errors]).toEqual([
      422,
      [expect.objectContaining({ code: 'CHILD_REQUIRED', meta: { _messageKey: '{DICT:RELATED/CHILDREQUIRED}' } })],
    ])
    const rows = ['One', 'Two'].map((name) => ({ key: name, values: { name } }))
    const made = await save(`${pageKey}/new`, { components: [form, { key: 'discs', data: { add: rows } }] })
    expect([made.status, made.errors]).toEqual([200, []])
    const id = Number(made.page.configuration.itemId)
    const [one, two] = await list(discs, { box: id, sort: 'name' })
    const removing = (...discs: (Entity | undefined)[]) => ({
      components: [{ key: 'discs', data: { remove: discs.map((disc) => ({ id: disc?._id, etag: disc?._etag })) } }],
    })
    const refused = await save(`${pageKey}/${id}`, removing(one, two))
    expect([refused.status, refused.errors[0]?.code]).toEqual([422, 'CHILD_REQUIRED'])
    expect(refused.errors[0]?.source?.pointer).toMatch(/^\/components\/0\/data\/remove/)
    expect(await list(discs, { box: id })).toHaveLength(2)
    expect((await save(`${pageKey}/${id}`, removing(one))).status).toBe(200)
    expect((await list(discs, { box: id })).map(({ name }) => name)).toEqual(['Two'])
  })

  it('[M1.d] [R2] asks before data is lost, and loses it once that is confirmed', async () => {
    const field = await add('adm_fields', { mediatype: boxes, name: 'size', label: 'Size', type: 'Text' })
    await post(`/$batch`, {
      _operations: [
        { _op: 'add', _type: boxes, _lid: 'b', _data: { name: 'B', size: 'large' } },
        { _op: 'add', _type: discs, _data: { name: 'C', _links: { box: { _lid: 'b' } } } },
      ],
    })
    const refused = await save(`adm_field/${field}`, edits({ type: 'Integer' }))
    expect([refused.status, refused.errors[0]?.code]).toEqual([409, 'CONFIRMATION_REQUIRED'])
    const unsure = await save(`adm_field/${field}?confirmLoss=maybe`, edits({ type: 'Integer' }))
    expect(unsure.errors[0]?.source).toEqual({ parameter: 'confirmLoss' })
    const { page } = await save(`adm_field/${field}?confirmLoss=true`, edits({ type: 'Integer' }))
    expect(dataOf(page).values.type).toBe('Integer')
    const { schema } = await display(`${pageKey}/new`)
    const form = schema.components.find(({ key }) => key === 'form')?.schema as FormSchema
    expect(form.fields.find(({ name }) => name === 'size')?.type).toBe('Integer')
  })
})

describe('a save', () => {
  it('[R2] [API1] is made as whoever sends it, by a token as well, and by POST alone', async () => {
    const film = await newMovie()
    const sent = await request(`/api/v2/save/film/${film._id}`, {
      method: 'POST',
      body: JSON.stringify(edits({ year: 2000 })),
    })
    expect(sent.status).toBe(200)
    const wrong = await session.send(`/api/v2/save/film/${film._id}`)
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST'])
    const foreign = await session.send(`/api/v2/save/film/${film._id}`, {
      method: 'POST',
      body: JSON.stringify(edits({ year: 2001 })),
      headers: { origin: 'https://elsewhere.test' },
    })
    expect(foreign.status).toBe(403)
    expect((await read('movies', film._id)).year).toBe(2000)
  })

  it('[R2] [X48.a] of thousands of rows is one transaction, and of more than a batch holds is refused', async () => {
    const made = await create('collections', { name: word() })
    const ids = (await get('/movies', { pageSize: 600, fields: 'id' })).body.movies as readonly Entity[]
    const rows = ids.map(({ _id: relatedId }, index) => ({ key: `${index}`, relatedId }))
    const { status, errors } = await save(`collection/${made._id}`, {
      components: [{ key: 'films', data: { add: rows } }],
    })
    expect([status, errors]).toEqual([200, []])
    expect(links(await read('collections', made._id))['movies[collection]']).toHaveLength(600)
    const noted = await list('collection_movies', { collection: made._id, pageSize: 600, fields: 'note' })
    const changed = noted.map(({ _id: id, _etag: etag }) => ({ id, etag, values: { note: `${id}` } }))
    const stale = changed.map((row, index) => (index === 417 ? { ...row, etag: '999.1' } : row))
    const change = (rows: object[]) =>
      save(`collection/${made._id}`, { components: [{ key: 'films', data: { update: rows } }] })
    const refused = await change(stale)
    expect([refused.status, refused.errors.map(({ source }) => source?.pointer)]).toEqual([
      412,
      ['/components/0/data/update/417/etag'],
    ])
    expect(await list('collection_movies', { collection: made._id, filter: 'note_$isempty_false' })).toEqual([])
    expect((await change(changed)).status).toBe(200)
    const after = await list('collection_movies', { collection: made._id, pageSize: 600, fields: 'note' })
    expect(after.every(({ _id, note }) => note === `${_id}`)).toBe(true)
    const remove = { _op: 'remove', _href: `/api/v1/collections/${made._id}` }
    const many = await post('/$batch', { _operations: Array(5001).fill(remove) })
    expect(many.body.errors?.[0]).toMatchObject({ code: 'VALIDATION', source: { pointer: '/_operations' } })
  })
})
