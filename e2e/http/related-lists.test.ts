import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Entity } from '../../shared/envelope.ts'
import type { ListData, ListRow } from '../../shared/page.ts'
import type { RelatedListEdits } from '../../shared/page-save.ts'
import type { RelatedListData, RelatedListSchema } from '../../shared/related-list.ts'
import { request } from '../harness/service.ts'
import { create, entities, idOf, links, list, newMovie, pick, post, read, update, word } from './client.ts'
import { dataOf, display, newPage, savePage, schemaOf, shownIn } from './page-client.ts'
import { type BrowserSession, signIn } from './session.ts'

const schema = async (page: string, item: number | string, key = 'films') =>
  schemaOf<RelatedListSchema>(await display(page, item), key)
const rows = async (page: string, item: number | string, key = 'films') =>
  dataOf<RelatedListData>(await display(page, item), key)

/** A list by itself, in a state of its own. */
async function alone(path: string, state: Readonly<Record<string, string | number>> = {}, send = request) {
  const query = new URLSearchParams(Object.entries(state).map(([name, value]) => [name, String(value)]))
  const response = await send(`/api/v2/components/${path}${query.size === 0 ? '' : `?${query}`}`)
  return { status: response.status, body: (await response.json()) as { data: { data: ListData }; errors?: object[] } }
}
const dataAlone = async (path: string, state?: Readonly<Record<string, string | number>>) =>
  (await alone(path, state)).body.data.data

const values = (of: readonly ListRow[], name: string): readonly unknown[] => of.map((row) => row.values[name])

/** A user who may only read these media types. */
async function reader(...mediaTypes: readonly string[]): Promise<BrowserSession> {
  const user = { username: word(), password: randomUUID() }
  const { _id: id } = await create('users', { ...user, name: user.username })
  for (const key of mediaTypes) {
    await create('permissions', { owner_type: '1', owner_id: id, object_type: '2', key, can_read: true })
  }
  return signIn(user)
}

describe('a related list', () => {
  let person: number
  let films: readonly Entity[]
  beforeAll(async () => {
    person = (await create('people', { name: word() }))._id
    films = [
      await newMovie({ title: 'Related B', director: person, year: 1991 }),
      await newMovie({ title: 'Related A', director: person, year: 1990 }),
      await newMovie({ title: 'Related C', director: person, year: 1992 }),
    ]
  })

  it('[CT:relatedList] shows the records of one relation, by page, order and filter', async () => {
    expect(await schema('person', person)).toMatchObject({
      mediaType: 'movies',
      relationKey: 'movies[director]',
      blockSize: 250,
      removeDeletes: false,
    })
    expect(await rows('person', person)).toMatchObject({ rowCount: 3, pageCount: 1, page: 0 })
    const path = `person/${person}/films`
    expect(values((await dataAlone(path, { sort: 'title' })).rows, 'title')).toEqual([
      'Related A',
      'Related B',
      'Related C',
    ])
    const second = await dataAlone(path, { sort: '-title', page: 1, pageSize: 2 })
    expect(second).toMatchObject({ page: 1, pageSize: 2, pageCount: 2, rowCount: 3, sort: '-title' })
    expect(values(second.rows, 'title')).toEqual(['Related A'])
    const filtered = await dataAlone(path, { filter: 'year_$gt_1990_$or_year_$lt_1000', sort: 'title' })
    expect(values(filtered.rows, 'title')).toEqual(['Related B', 'Related C'])
    expect(await alone(path, { filter: 'id_$gt_0)_$or_(id_$gt_0' })).toMatchObject({ status: 400 })
  })

  it('[CT:relatedList] leaves the state in its page’s address to a list', async () => {
    const page = await newPage('people', [
      { key: 'films', type: 'relatedList', configuration: { relation: 'movies[director]', columns: ['title'] } },
      { key: 'people', type: 'list', configuration: { columns: ['name'] } },
    ])
    const answer = await display(page, `${person}?page=0&pageSize=7&sort=-name`)
    expect(dataOf<ListData>(answer, 'people')).toMatchObject({ pageSize: 7, sort: '-name' })
    expect(dataOf<ListData>(answer, 'films')).toMatchObject({ pageSize: 20, sort: 'title', rowCount: 3 })
  })

  it('[CT:relatedList] is not shown to who may not read its rows, and offers no more than may be done', async () => {
    const [some, none] = [await reader('people', 'movies'), await reader('people')]
    const of = async (session: BrowserSession) => {
      const response = await session.send(`/api/v2/display/person/${person}`)
      return { page: await response.json(), status: response.status, errors: [] }
    }
    expect(shownIn(await of(none))).toEqual(['form'])
    const shown = await of(some)
    expect(schemaOf(shown, 'films')).toMatchObject({ editable: [], canRemove: false })
    expect(schemaOf(shown, 'films')).not.toHaveProperty('choose')
    expect(schemaOf(shown, 'films')).not.toHaveProperty('create')
    expect((await alone(`person/${person}/films`, {}, none.send)).status).toBe(404)
    const edits = { components: [{ key: 'films', data: { remove: [{ id: films[0]?._id }] } }] }
    const refused = await some.send(`/api/v2/save/person/${person}`, { method: 'POST', body: JSON.stringify(edits) })
    expect([403, 422]).toContain(refused.status)
    expect((await rows('person', person)).rowCount).toBe(3)
  })

  it('[CT:relatedList] is empty for a new record, and absent where several have none in common', async () => {
    expect(await rows('person', 'new')).toMatchObject({ rows: [], rowCount: 0 })
    const other = (await create('people', { name: word() }))._id
    expect(shownIn(await display('person', `${person},${other}`))).toEqual(['form'])
  })

  it('[CT:relatedList] [X50.a] is saved with its page: rows taken in, made, changed and let go, all or none', async () => {
    const id = (await create('people', { name: word() }))._id
    const [kept, gone, taken] = [await newMovie({ director: id }), await newMovie({ director: id }), await newMovie()]
    const tag = async (film: Entity) => (await read('movies', film._id))._etag
    const made = word()
    const edits = async (slug: string): Promise<RelatedListEdits> => ({
      add: [
        { key: 'a', relatedId: taken._id },
        { key: 'b', values: { title: made, slug, status: 'draft' } },
      ],
      update: [{ id: kept._id, etag: await tag(kept), values: { release_date: '1999-09-09' } }],
      remove: [{ id: gone._id, etag: await tag(gone) }],
    })
    const refused = await savePage('person', id, {
      form: { values: { born: '1950-01-01' } },
      films: await edits('No Slug'),
    })
    expect(refused).toMatchObject({
      status: 422,
      errors: [{ code: 'VALIDATION', source: { pointer: '/components/1/data/add/1/values/slug' } }],
    })
    expect(await read('people', id)).toMatchObject({ born: null })
    expect((await rows('person', id)).rowCount).toBe(2)
    const saved = await savePage('person', id, { form: { values: { born: '1950-01-01' } }, films: await edits(made) })
    expect([saved.status, saved.errors]).toEqual([200, []])
    expect(dataOf<ListData>(saved, 'films').rowCount).toBe(3)
    const titles = pick(await list('movies', { director: id, sort: 'id' }), 'title')
    expect([...titles].sort()).toEqual([kept.title, taken.title, made].sort())
    expect(await read('movies', kept._id)).toMatchObject({ release_date: '1999-09-09' })
    expect(links(await read('movies', gone._id)).director).toBeNull()
  })
})

describe('a related list that fetches its rows itself', () => {
  it('[CT:asyncRelatedList] [OUT:SuccessDataNull] is shown with its schema and without data', async () => {
    const film = await newMovie()
    const collection = await create('collections', { name: word(), movies: [film._id] })
    const shown = await display('film', film._id)
    expect(schemaOf(shown, 'collections')).toMatchObject({ mediaType: 'collection_movies', labelField: 'collection' })
    expect(dataOf(shown, 'collections')).toBeNull()
    const { rows: found } = await dataAlone(`film/${film._id}/collections`)
    expect(found.map(({ labels }) => labels.collection)).toEqual([[{ id: collection._id, label: collection.name }]])
  })
})

describe('an ordered related list', () => {
  async function collectionOf(...titles: readonly string[]) {
    const films: Entity[] = []
    for (const title of titles) films.push(await newMovie({ title }))
    const { _id: id } = await create('collections', { name: word(), movies: films.map(({ _id }) => _id) })
    return { id, films }
  }
  const order = async (id: number) =>
    pick(await list('collection_movies', { collection: id, sort: 'position', include: 'movies', pageSize: 100 }), '_id')
  const titles = async (id: number) => (await rows('collection', id)).rows.map(({ labels }) => labels.movie?.[0]?.label)

  it('[CT:orderedRelatedList] keeps the order that it is given, with notes of its own', async () => {
    const { id, films } = await collectionOf('One', 'Two', 'Three')
    expect(await schema('collection', id)).toMatchObject({ ordered: true, defaultPageSize: 250 })
    const shown = await display('collection', id)
    const [one, two, three] = dataOf<ListData>(shown, 'films').rows as [ListRow, ListRow, ListRow]
    expect(values([one, two, three], 'movie')).toEqual(films.map(({ _id }) => _id))
    const four = await newMovie({ title: 'Four' })
    const edits: RelatedListEdits = {
      add: [{ key: 'new', relatedId: four._id, values: { note: 'added' } }],
      update: [{ id: three.id, etag: three.etag, values: { note: 'first now' } }],
      remove: [{ id: two.id, etag: two.etag }],
      moves: [
        { row: three.id, before: one.id },
        { row: 'new', before: one.id },
      ],
    }
    const { etag } = shown.page.configuration
    const saved = await savePage('collection', id, { films: edits }, { etag })
    expect([saved.status, saved.errors]).toEqual([200, []])
    expect(await titles(id)).toEqual(['Three', 'Four', 'One'])
    expect(values((await rows('collection', id)).rows, 'note')).toEqual(['first now', 'added', null])
    expect(await order(id)).toHaveLength(3)
    const stale = await savePage('collection', id, { films: { moves: [{ row: one.id, before: three.id }] } }, { etag })
    expect(stale).toMatchObject({ status: 412, errors: [{ code: 'ETAG_MISMATCH', source: { pointer: '/etag' } }] })
    expect(await titles(id)).toEqual(['Three', 'Four', 'One'])
  })

  it('[CT:orderedRelatedList] of several records adds to each', async () => {
    const [one, two] = [await collectionOf('One'), await collectionOf('Two')]
    const item = `${one.id},${two.id}`
    expect(await schema('collection', item)).toMatchObject({ bulk: true, ordered: false, canRemove: false })
    expect(await rows('collection', item)).toMatchObject({ rows: [], rowCount: 0 })
    const both = await newMovie({ title: 'Both' })
    const edits = { films: { add: [{ key: 'x', relatedId: both._id }] } }
    const saved = await savePage('collection', item, edits, { isBulkEdit: true })
    expect([saved.status, saved.errors]).toEqual([200, []])
    expect([await titles(one.id), await titles(two.id)]).toEqual([
      ['One', 'Both'],
      ['Two', 'Both'],
    ])
  })

  it('[CT:orderedRelatedList] [VER:related-list-blocks] has all of 2,000 rows, block by block, and moves them', async () => {
    const name = word()
    const distributor = (await create('distributors', { name }))._id
    const all: number[] = []
    for (const block of [0, 1]) {
      const movies = Array.from({ length: 1000 }, (_, index) => {
        const n = block * 1000 + index
        return { title: `${name} ${n}`, slug: `${name}-${n}`, distributor }
      })
      const answer = await post('/movies?fields=id&hideMeta=1&hideLinks=1', { movies })
      all.push(...entities(answer, 'movies').map(({ _id }) => _id))
    }
    const first = await dataAlone(`distributor/${distributor}/films`, { pageSize: 5000, sort: 'id' })
    expect(first).toMatchObject({ pageSize: 250, rowCount: 2000, pageCount: 8 })
    const seen: unknown[] = []
    for (let page = 0; page < first.pageCount; page++) {
      const { rows: block } = await dataAlone(`distributor/${distributor}/films`, { pageSize: 250, sort: 'id', page })
      seen.push(...block.map(({ id }) => id))
    }
    expect(seen).toEqual(all)

    const { _id: id } = await create('collections', { name: word() })
    await update('collections', id, { movies: all })
    const shown = await display('collection', id)
    const head = dataOf<ListData>(shown, 'films')
    expect([head.rows.length, head.rowCount, head.pageCount]).toEqual([250, 2000, 8])
    const tail = await dataAlone(`collection/${id}/films`, { page: 7, pageSize: 250 })
    const moves = [{ row: tail.rows.at(-1)?.id as number, before: head.rows[0]?.id as number }]
    const saved = await savePage('collection', id, { films: { moves } }, { etag: shown.page.configuration.etag })
    expect([saved.status, saved.errors]).toEqual([200, []])
    const after = dataOf<ListData>(saved, 'films').rows
    expect(values(after.slice(0, 3), 'movie')).toEqual([all.at(-1), all[0], all[1]])
    const collection = await read('collections', id)
    expect(links(collection)['movies[collection]']).toEqual([all.at(-1), ...all.slice(0, -1)])
    expect(await idOf('distributors', { name })).toBe(distributor)
  }, 120_000)
})
