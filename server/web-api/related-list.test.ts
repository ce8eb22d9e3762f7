import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ListData } from '../../shared/page.ts'
import type { RelatedListData, RelatedListSchema } from '../../shared/related-list.ts'
import { definePages } from '../catalog/define.ts'
import { list, openPages } from './test-pages.ts'
import type { TestSite } from './test-site.ts'

let pages: Awaited<ReturnType<typeof openPages>>
let site: TestSite

beforeAll(async () => {
  pages = await openPages()
  site = pages.site
  await site.context.database.transaction((tx) => definePages(tx, [filmWords]))
  await site.context.catalogs.refresh()
}, 60_000)
afterAll(() => site.close())
beforeEach(() => {
  site.log.length = 0
  site.statements.length = 0
})

/** A film's genres from the side that declares the relation. */
const filmWords = {
  key: 'film_words',
  title: 'Words',
  mediaType: 'movies',
  components: [
    { key: 'genres', type: 'relatedList', order: 1, configuration: { relation: 'genres', columns: ['name'] } },
  ],
}

interface Shown {
  readonly schema: RelatedListSchema
  readonly data: RelatedListData
}

async function shown(path: string, key = 'films', username?: string): Promise<Shown> {
  return list(await pages.page(path, username), key) as unknown as Shown
}

async function alone(path: string, username?: string): Promise<ListData> {
  const response = await site.get(`components/${path}`, username)
  expect(response.status).toBe(200)
  return ((await response.json()) as { data: { data: ListData } }).data.data
}

const reads = (table: string): number => site.statements.filter((text) => text.includes(`from "${table}"`)).length
const names = (rows: ListData['rows'], name: string): readonly unknown[] => rows.map(({ values }) => values[name])

describe('a related list', () => {
  it('[CT:relatedList] shows the records that refer to the page’s own, in one statement besides the record’s', async () => {
    const id = await pages.idOf("people where name = 'Steven Spielberg'")
    await shown(`person/${id}`)
    site.statements.length = 0
    const { schema, data } = await shown(`person/${id}`)
    expect(reads('movies')).toBe(1)
    expect(schema).toMatchObject({
      mediaType: 'movies',
      relationKey: 'movies[director]',
      labelField: 'title',
      rowPage: { pageKey: 'film' },
      choose: { mediaType: 'movies', labelPlural: 'Films', labelField: 'title' },
      editable: ['release_date', 'status'],
      canRemove: true,
      removeDeletes: false,
      ordered: false,
      childRequired: false,
      bulk: false,
      blockSize: 250,
    })
    expect(schema.choose).not.toHaveProperty('field')
    expect(schema.columns.map(({ name }) => name)).not.toContain('director')
    expect(schema.create?.fields.map(({ name }) => name)).toEqual(['title', 'slug', 'release_date', 'status'])
    expect(data).toMatchObject({ page: 0, pageSize: 20, sort: '-release_date', filter: '' })
    expect(data.rowCount).toBe(await pages.count(`movies where director = ${id}`))
    expect(data.rows[0]).toMatchObject({ canWrite: true, etag: expect.stringMatching(/^1\./) })
  })

  it('[CT:relatedList] shows link objects with what they lead to, and records of either side of a plain relation', async () => {
    const id = await pages.idOf("collections where name = 'Highest grossing'")
    const { schema, data } = await shown(`collection/${id}`)
    expect(schema).toMatchObject({
      mediaType: 'collection_movies',
      labelField: 'movie',
      rowPage: { pageKey: 'film', field: 'movie' },
      choose: { mediaType: 'movies', field: 'movie', labelField: 'title' },
    })
    expect(data.rows[0]?.labels.movie).toEqual([{ id: data.rows[0]?.values.movie, label: 'Avatar' }])
    const genre = await pages.idOf("genres where name = 'Action'")
    const films = await shown(`genre/${genre}`)
    expect(films.schema.mediaType).toBe('movies')
    expect(films.data.rowCount).toBe(await pages.count(`movies_genres where genre = ${genre}`))
    const film = await pages.idOf(`movies where id in (select movie from movies_genres where genre = ${genre})`)
    const genres = await shown(`film_words/${film}`, 'genres')
    expect(names(genres.data.rows, 'name')).toContain('Action')
    expect(genres.data.rowCount).toBe(await pages.count(`movies_genres where movie = ${film}`))
  })

  it('[CT:orderedRelatedList] has its rows in the order of the relation, in blocks, whatever it is asked for', async () => {
    const id = await pages.idOf("collections where name = 'Highest grossing'")
    const { schema, data } = await shown(`collection/${id}`)
    expect(schema).toMatchObject({ ordered: true, defaultSort: 'position', defaultPageSize: 250, pageSizes: [250] })
    expect(schema.columns.map(({ name, sortable }) => [name, sortable])).toEqual([
      ['movie', false],
      ['note', false],
    ])
    const [row] = await site.context.database.read({
      text: 'select array_agg(movie order by position)::text from collection_movies where collection = $1',
      values: [id],
    })
    expect(`{${names(data.rows, 'movie')}}`).toBe(row?.[0])
    const other = await alone(`collection/${id}/films?sort=-note`)
    expect(names(other.rows, 'movie')).toEqual(names(data.rows, 'movie'))
  })

  it('[CT:asyncRelatedList] [OUT:SuccessDataNull] has its schema at once and its rows when it asks for them', async () => {
    const film = await pages.idOf("movies where title = 'Avatar'")
    await shown(`film/${film}`, 'collections')
    site.statements.length = 0
    const { schema, data } = await shown(`film/${film}`, 'collections')
    expect(data).toBeNull()
    expect(schema).toMatchObject({
      mediaType: 'collection_movies',
      relationKey: 'collections[movie]',
      labelField: 'collection',
    })
    const rows = await alone(`film/${film}/collections`)
    expect(rows.rowCount).toBe(await pages.count(`collection_movies where movie = ${film}`))
    expect(rows.rowCount).toBeGreaterThan(0)
    expect(rows.rows[0]?.labels.collection).toEqual([{ id: expect.any(Number), label: expect.stringMatching(/^[^#]/) }])
  })

  it('[CT:relatedList] leaves the list state of its page to a list, and has that of its own address', async () => {
    const id = await pages.idOf("people where name = 'Steven Spielberg'")
    const { data } = await shown(`person/${id}?page=1&pageSize=5&sort=title`)
    expect(data).toMatchObject({ page: 0, pageSize: 20, sort: '-release_date' })
    const own = await alone(
      `person/${id}/films?page=1&pageSize=5&sort=title&filter=${encodeURIComponent('year_$gt_1980')}`,
    )
    const filter = `movies where director = ${id} and year > 1980`
    expect(own).toMatchObject({ page: 1, pageSize: 5, sort: 'title', filter: 'year_$gt_1980' })
    expect(own.rowCount).toBe(await pages.count(filter))
    expect(own.rows).toHaveLength(5)
    expect(own.rows.map(({ values }) => Number(values.year)).every((year) => year > 1980)).toBe(true)
  })

  it('[CT:relatedList] cannot be led to other rows by a filter, and tells what is wrong with one', async () => {
    const id = await pages.idOf("people where name = 'Steven Spielberg'")
    const count = await pages.count(`movies where director = ${id}`)
    const all = await alone(`person/${id}/films?filter=${encodeURIComponent('id_$gt_0_$or_id_$gt_1')}`)
    expect(all.rowCount).toBe(count)
    for (const filter of ['id_$gt_0)_$or_(id_$gt_0', 'id_$gt', '((']) {
      const refused = await pages.failure(`components/person/${id}/films?filter=${encodeURIComponent(filter)}`)
      expect(refused).toMatchObject({ status: 400, code: 'FILTER_SYNTAX', source: { parameter: 'filter' } })
    }
    const unknown = await pages.failure(`components/person/${id}/films?filter=nope_$eq_1`)
    expect(unknown).toMatchObject({ status: 400, code: 'UNKNOWN_FIELD', source: { parameter: 'filter' } })
    expect(await pages.failure(`components/person/${id}/films?sort=nope`)).toMatchObject({ status: 400 })
  })

  it('[VER:related-list-blocks] [X50] gives no more rows at once than a block has, and all of them page by page', async () => {
    const genre = await pages.idOf("genres where name = 'Drama'")
    const count = await pages.count(`movies_genres where genre = ${genre}`)
    expect(count).toBeGreaterThan(600)
    const first = await alone(`genre/${genre}/films?pageSize=100000`)
    expect(first).toMatchObject({ pageSize: 250, rowCount: count, pageCount: Math.ceil(count / 250) })
    const ids = new Set(first.rows.map((row) => row.id))
    for (let page = 1; page < first.pageCount; page++) {
      for (const { id } of (await alone(`genre/${genre}/films?pageSize=250&page=${page}`)).rows) ids.add(id)
    }
    expect(ids.size).toBe(count)
  })

  it('[CT:relatedList] of a new record is empty, and of several is there to add to each where that can be', async () => {
    const fresh = await shown('person/new')
    expect(fresh.data).toMatchObject({ rows: [], rowCount: 0, pageCount: 0, sort: '-release_date' })
    expect(fresh.schema).toMatchObject({ bulk: false, canRemove: true })
    const several = await shown('collection/1,2')
    expect(several.data).toMatchObject({ rows: [], rowCount: 0 })
    expect(several.schema).toMatchObject({ bulk: true, canRemove: false, ordered: false, choose: { field: 'movie' } })
    expect((await shown('genre/1,2')).schema).not.toHaveProperty('create')
    expect((await shown('person/1,2')).schema).toBeUndefined()
  })

  it('[CT:relatedList] [X50.b] is not there for who may not read its rows, and shows what may be done with them', async () => {
    const genre = await pages.idOf("genres where name = 'Drama'")
    const read = await shown(`genre/${genre}`, 'films', 'reader')
    expect(read.schema).toMatchObject({ editable: [], canRemove: false })
    expect(read.schema).not.toHaveProperty('choose')
    expect(read.schema).not.toHaveProperty('create')
    expect(read.schema.columns.map(({ name }) => name)).not.toContain('director')
    expect(read.data.rowCount).toBeGreaterThan(0)
    expect(read.data.rows.every(({ canWrite }) => !canWrite)).toBe(true)
    const edited = await shown(`genre/${genre}`, 'films', 'editor')
    expect(edited.schema).toMatchObject({ editable: ['release_date', 'status'], canRemove: true, choose: {} })
    const film = await pages.idOf("movies where title = 'Avatar' ")
    expect((await shown(`film/${film}`, 'collections', 'reader')).schema).toBeUndefined()
  })

  it('[CT:relatedList] [P4] is not there for whom its relation is hidden, and no failure', async () => {
    const { kysely } = site.context.database
    await sql`insert into permissions (owner_type, owner_id, object_type, key, can_read)
      select 1, u.id, p.object_type, p.key, p.can_read from users u, (values
        (2, 'movies', true), (2, 'people', true), (3, 'field:movies.director', false)) p (object_type, key, can_read)
      where u.username = 'nobody'`.execute(kysely)
    const id = await pages.idOf("people where name = 'Steven Spielberg'")
    const response = await pages.page(`person/${id}`, 'nobody')
    expect(response.schema.components.map(({ key }) => key)).toEqual(['form'])
    expect(site.log.filter(({ event }) => event === '[Render-ComponentFailure]')).toEqual([])
  })
})
