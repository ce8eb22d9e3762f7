import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Entity } from '../../shared/envelope.ts'
import { defineMediaTypes } from '../catalog/define.ts'
import type { MediaTypeDocument } from '../catalog/document.ts'
import { openTestService, type TestService } from '../query/test-service.ts'

const name = { name: 'name', label: 'Name', type: 'Text', required: true }

/** A series must have at least one genre; a box at least one disc, its children, and one owner, by link objects. */
const CATALOGUE: readonly MediaTypeDocument[] = [
  { name: 'genres', label: 'Genre', labelPlural: 'Genres', nameField: 'name', fields: [name] },
  {
    name: 'series',
    label: 'Series',
    labelPlural: 'Series',
    nameField: 'name',
    fields: [name, { name: 'genres', label: 'Genres', type: 'Related' }],
    relations: [
      {
        kind: 'many-to-many',
        related: 'genres',
        field: 'genres',
        linkTable: 'series_genres',
        linkColumn: 'series',
        linkRelatedColumn: 'genre',
        childRequired: true,
      },
    ],
  },
  {
    name: 'boxes',
    label: 'Box',
    labelPlural: 'Boxes',
    nameField: 'name',
    fields: [name, { name: 'owners', label: 'Owners', type: 'Related' }],
    relations: [
      {
        kind: 'link-object',
        related: 'owners',
        field: 'owners',
        linkMediaType: 'box_owners',
        linkColumn: 'box',
        linkRelatedColumn: 'owner',
        childRequired: true,
      },
    ],
  },
  { name: 'owners', label: 'Owner', labelPlural: 'Owners', nameField: 'name', fields: [name] },
  {
    name: 'box_owners',
    label: 'Owner of a box',
    labelPlural: 'Owners of boxes',
    isLink: true,
    fields: [
      { name: 'box', label: 'Box', type: 'Related', required: true },
      { name: 'owner', label: 'Owner', type: 'Related', required: true },
    ],
    relations: [
      { kind: 'many-to-one', related: 'boxes', column: 'box', onDelete: 'cascade' },
      { kind: 'many-to-one', related: 'owners', column: 'owner', onDelete: 'cascade' },
    ],
  },
  {
    name: 'discs',
    label: 'Disc',
    labelPlural: 'Discs',
    nameField: 'name',
    fields: [name, { name: 'box', label: 'Box', type: 'Related' }],
    relations: [{ kind: 'many-to-one', related: 'boxes', column: 'box', onDelete: 'cascade', childRequired: true }],
  },
]

let service: TestService
let genre = 0
beforeAll(async () => {
  service = await openTestService({
    prepare: (database) => database.transaction(async (tx) => void (await defineMediaTypes(tx, CATALOGUE))),
  })
  genre = (await create('genres', { name: 'Drama' }))._id
})
afterAll(() => service.close())

async function create(type: string, element: object): Promise<Entity> {
  const { status, body } = await service.send('POST', `/${type}`, { [type]: [element] })
  expect([status, body.errors]).toEqual([201, undefined])
  return (body[type] as readonly Entity[])[0] as Entity
}

const refusal = (pointer: string) => ({
  status: 422,
  body: {
    errors: [
      expect.objectContaining({
        status: '422',
        code: 'CHILD_REQUIRED',
        source: { pointer },
        meta: { _messageKey: '{DICT:RELATED/CHILDREQUIRED}' },
      }),
    ],
  },
})

describe('a relation that must not be empty', () => {
  it('[ERR:child-required] [ERR:CHILD_REQUIRED] [VER:child-required] [D1.d] is asked for by a create', async () => {
    const without = await service.send('POST', '/series', { series: [{ name: 'A' }] })
    expect(without).toMatchObject(refusal('/series/0/_links/genres[series]'))
    const empty = await service.send('POST', '/series', { series: [{ name: 'A', _links: { 'genres[series]': [] } }] })
    expect(empty).toMatchObject(refusal('/series/0/_links/genres[series]'))
    await create('series', { name: 'A', genres: [genre] })
  })

  it('[ERR:child-required] is not emptied by an update, in whatever form', async () => {
    const { _id: id } = await create('series', { name: 'B', genres: [genre] })
    for (const value of [[], { operation: 'Remove', values: [genre] }, { operation: 'Replace', values: [] }]) {
      const refused = await service.send('PATCH', `/series/${id}`, { series: [{ _links: { genres: value } }] })
      expect(refused).toMatchObject(refusal('/series/0/_links/genres'))
    }
    expect((await service.send('PATCH', `/series/${id}`, { series: [{ name: 'C' }] })).status).toBe(200)
  })

  it('[ERR:child-required.2] passes when items stay, and in a bulk save', async () => {
    const other = (await create('genres', { name: 'Crime' }))._id
    const made = [
      await create('series', { name: 'D', genres: [genre, other] }),
      await create('series', { name: 'E', genres: [other] }),
    ]
    const [d, e] = made.map((each) => each._id)
    const taken = { series: [{ genres: { operation: 'Remove', values: [other] } }] }
    expect((await service.send('PATCH', `/series/${d}`, taken)).status).toBe(200)
    expect((await service.send('PATCH', `/series/${e}`, taken)).status).toBe(422)
    expect((await service.send('PATCH', `/series/${d},${e}`, taken)).status).toBe(200)
  })
})

/** A box with two discs and an owner, made in one batch. */
async function box() {
  const { status, body } = await batch([
    { _op: 'add', _type: 'boxes', _lid: 'box', _data: { name: 'Box' } },
    { _op: 'add', _type: 'discs', _data: { name: 'One', _links: { box: { _lid: 'box' } } } },
    { _op: 'add', _type: 'discs', _data: { name: 'Two', _links: { box: { _lid: 'box' } } } },
    { _op: 'add', _type: 'owners', _lid: 'owner', _data: { name: 'Ada' } },
    { _op: 'add', _type: 'box_owners', _data: { box: { _lid: 'box' }, owner: { _lid: 'owner' } } },
  ])
  expect([status, body.errors]).toEqual([200, undefined])
  const [id, one, two, owner, link] = (body._results as readonly { _href: string }[]).map(({ _href }) => {
    return Number(_href.split('/').at(-1))
  }) as [number, number, number, number, number]
  return { id, one, two, owner, link }
}
const batch = (operations: readonly object[]) => service.send('POST', '/$batch', { _operations: operations })
const remove = (type: string, id: number) => ({ _op: 'remove', _href: `/api/v1/${type}/${id}` })
const update = (type: string, id: number, data: object, more: object = {}) => {
  return { _op: 'update', _href: `/api/v1/${type}/${id}`, _data: data, ...more }
}

describe('a list that must not be empty, changed from elsewhere', () => {
  it('[ERR:child-required] may be filled by later operations than the one that adds its record', async () => {
    await box()
    const bare = { _op: 'add', _type: 'boxes', _lid: 'box', _data: { name: 'Bare' } }
    const { status, body } = await batch([bare])
    const pointers = body.errors?.map(({ source }) => source?.pointer)
    expect(status).toBe(422)
    expect(pointers?.toSorted()).toEqual([
      '/_operations/0/_data/_links/discs[box]',
      '/_operations/0/_data/_links/owners[box]',
    ])
    expect((await service.get('/boxes?name=Bare')).body.boxes).toEqual([])
  })

  it('[ERR:child-required] loses its last child neither by a removal nor by a move', async () => {
    const { id, one, two } = await box()
    const other = await box()
    const both = await batch([remove('discs', one), remove('discs', two)])
    expect(both).toMatchObject(refusal('/_operations/0/_href'))
    expect((await batch([remove('discs', one)])).status).toBe(200)
    expect(await batch([update('discs', two, { box: other.id })])).toMatchObject(refusal('/_operations/0/_data'))
    expect(await batch([update('discs', two, { box: null })])).toMatchObject(refusal('/_operations/0/_data'))
    const taken = await service.send('PATCH', `/boxes/${other.id}`, {
      boxes: [{ _links: { 'discs[box]': { operation: 'Add', values: [two] } } }],
    })
    expect([taken.status, taken.body.errors?.[0]?.code]).toEqual([422, 'CHILD_REQUIRED'])
    expect((await service.send('DELETE', `/discs/${two}`)).body.errors?.[0]?.code).toBe('CHILD_REQUIRED')
    const exchanged = [{ _op: 'add', _type: 'discs', _data: { name: 'New', box: id } }, remove('discs', two)]
    expect((await batch(exchanged)).status).toBe(200)
  })

  it('[ERR:child-required] loses its last link object neither by itself nor with what it leads to', async () => {
    const { id, owner, link } = await box()
    expect(await batch([remove('box_owners', link)])).toMatchObject(refusal('/_operations/0/_href'))
    expect((await service.send('DELETE', `/owners/${owner}`)).body.errors?.[0]?.code).toBe('CHILD_REQUIRED')
    expect((await batch([remove('boxes', id)])).status).toBe(200)
    expect((await service.get(`/discs?box=${id}`)).body.discs).toEqual([])
  })

  it('[ERR:child-required] loses no last record of a joining table from its other side', async () => {
    const own = (await create('genres', { name: 'Western' }))._id
    const { _id: id } = await create('series', { name: 'W', genres: [own] })
    expect(await batch([remove('genres', own)])).toMatchObject(refusal('/_operations/0/_href'))
    expect(await batch([update('genres', own, { _links: { 'series[genre]': [] } })])).toMatchObject({ status: 422 })
    expect((await batch([remove('genres', own), update('series', id, { genres: [genre] })])).status).toBe(200)
    const first = update('series', id, { genres: [] })
    expect(await batch([first, remove('genres', (await create('genres', { name: 'Gone' }))._id)])).toMatchObject(
      refusal('/_operations/0/_data/genres'),
    )
    const then = { operation: 'Add', values: [{ _lid: 'new' }] }
    const made = { _op: 'add', _type: 'genres', _lid: 'new', _data: { name: 'New' } }
    expect((await batch([first, made, update('series', id, { genres: then })])).status).toBe(200)
  })

  it('[ERR:child-required.2] is not asked for in a batch that is marked as a bulk edit', async () => {
    const { _id: id } = await create('series', { name: 'X', genres: [genre] })
    const emptied = (more: object) => batch([update('series', id, { genres: [] }, more)])
    expect(await emptied({})).toMatchObject(refusal('/_operations/0/_data/genres'))
    expect((await emptied({ _bulk: false })).body.errors?.[0]?.source).toEqual({ pointer: '/_operations/0/_bulk' })
    expect((await emptied({ _bulk: true })).status).toBe(200)
  })

  it('[ERR:child-required.2] is asked for beside operations of a bulk edit', async () => {
    const { _id: id } = await create('series', { name: 'Y', genres: [genre] })
    const { id: boxed, one, two, link } = await box()
    const noted = update('series', id, { name: 'Z' }, { _bulk: true })
    const added = { _op: 'add', _type: 'series', _data: { name: 'Without' } }
    expect(await batch([added, noted])).toMatchObject(refusal('/_operations/0/_data/_links/genres[series]'))
    expect(await batch([remove('box_owners', link), noted])).toMatchObject(refusal('/_operations/0/_href'))
    const discs = [remove('discs', one), remove('discs', two)]
    expect(await batch([...discs, noted])).toMatchObject(refusal('/_operations/0/_href'))
    expect(await batch([update('series', id, { genres: [] }), noted])).toMatchObject({ status: 422 })
    const alike = [update('discs', one, { box: null }, { _bulk: true }), update('boxes', boxed, { name: 'Empty' })]
    expect((await batch([remove('discs', two), ...alike])).status).toBe(422)
    const emptied = update('series', id, { genres: [] }, { _bulk: true })
    expect((await batch([emptied, update('boxes', boxed, { name: 'Box' })])).status).toBe(200)
  })

  it('[D5.b] [ERR:VALIDATION] names one record by its address and by its id, in a bulk edit too', async () => {
    const { _id: id } = await create('series', { name: 'Own', genres: [genre] })
    const wrong = await batch([update('series', id, { _id: id + 1 }, { _bulk: true })])
    expect([wrong.status, wrong.body.errors?.[0]?.source]).toEqual([422, { pointer: '/_operations/0/_data/_id' }])
    expect((await batch([update('series', id, { _id: id }, { _bulk: true })])).status).toBe(200)
  })
})
