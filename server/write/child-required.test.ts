import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Entity } from '../../shared/envelope.ts'
import { defineMediaTypes } from '../catalog/define.ts'
import type { MediaTypeDocument } from '../catalog/document.ts'
import { openTestService, type TestService } from '../query/test-service.ts'

const name = { name: 'name', label: 'Name', type: 'Text', required: true }

/** A series must have seasons, which it lists, and at least one genre; a cast is a list of link objects. */
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
