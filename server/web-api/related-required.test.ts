import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defineMediaTypes, definePages } from '../catalog/define.ts'
import type { MediaTypeDocument } from '../catalog/document.ts'
import { form } from './test-pages.ts'
import { openRelated, pointersOf, SAVED, type SaveAnswer } from './test-related.ts'

const name = { name: 'name', label: 'Name', type: 'Text', required: true }

/** A shelf must hold films and have boards; a board may be without a shelf. */
const TYPES: readonly MediaTypeDocument[] = [
  {
    name: 'shelves',
    label: 'Shelf',
    labelPlural: 'Shelves',
    nameField: 'name',
    fields: [name, { name: 'films', label: 'Films', type: 'Related' }],
    relations: [
      {
        kind: 'many-to-many',
        related: 'movies',
        field: 'films',
        linkTable: 'shelves_movies',
        linkColumn: 'shelf',
        linkRelatedColumn: 'movie',
        childRequired: true,
      },
    ],
  },
  {
    name: 'boards',
    label: 'Board',
    labelPlural: 'Boards',
    nameField: 'name',
    fields: [name, { name: 'shelf', label: 'Shelf', type: 'Related' }],
    relations: [{ kind: 'many-to-one', related: 'shelves', column: 'shelf', onDelete: 'cascade', childRequired: true }],
  },
]

const lists = {
  key: 'shelf',
  title: 'Shelf',
  mediaType: 'shelves',
  components: [
    { key: 'form', type: 'form', order: 1, configuration: { tabs: [{ fields: ['name'] }], rest: false } },
    { key: 'films', type: 'relatedList', order: 2, configuration: { relation: 'films', columns: ['title'] } },
    { key: 'boards', type: 'relatedList', order: 3, configuration: { relation: 'boards[shelf]' } },
  ],
}

let site: Awaited<ReturnType<typeof openRelated>>
beforeAll(async () => {
  site = await openRelated()
  const { database, catalogs } = site.site.context
  await database.transaction(async (tx) => {
    await defineMediaTypes(tx, TYPES)
    await definePages(tx, [lists])
  })
  await catalogs.refresh()
}, 60_000)
afterAll(() => site.site.close())

const refusal = {
  status: 422,
  errors: [{ code: 'CHILD_REQUIRED', meta: { _messageKey: '{DICT:RELATED/CHILDREQUIRED}' } }],
}

describe('a related list that must not be empty', () => {
  const shelf = async (): Promise<SaveAnswer> =>
    site.save('shelf/new', {
      form: { values: { name: 'A shelf' } },
      films: { add: [{ key: 'a', relatedId: await site.film('On a shelf') }] },
      boards: { add: [{ key: 'b', values: { name: 'A board' } }] },
    })

  it('[ERR:child-required] [VER:child-required] says so, and a new record is not made without rows', async () => {
    const without = await site.save('shelf/new', { form: { values: { name: 'Bare' } } })
    expect(without.status).toBe(422)
    expect((without.errors ?? []).map(({ code }) => code)).toContain('CHILD_REQUIRED')
    const made = await shelf()
    expect(made).toMatchObject(SAVED)
    const { schema, data } = await site.shown(`shelf/${form(made.body).data.id}`)
    expect([schema.childRequired, data.rowCount]).toEqual([true, 1])
  })

  it.each(['films', 'boards'])('[ERR:child-required] is not emptied by a save of its page: %s', async (key) => {
    const id = form((await shelf()).body).data.id
    const [row] = (await site.rows(`shelf/${id}`, key)).rows
    const removed = { id: row?.id as number, etag: row?.etag as string }
    const refused = await site.save(`shelf/${id}`, { [key]: { remove: [removed] } })
    expect(refused).toMatchObject(refusal)
    expect(pointersOf(refused)[0]).toMatch(/^\/remove/)
    expect((await site.rows(`shelf/${id}`, key)).rowCount).toBe(1)
    const add =
      key === 'films' ? { key: 'x', relatedId: await site.film('Another') } : { key: 'x', values: { name: 'Another' } }
    expect(await site.save(`shelf/${id}`, { [key]: { remove: [removed], add: [add] } })).toMatchObject(SAVED)
    expect((await site.rows(`shelf/${id}`, key)).rowCount).toBe(1)
  })
})
