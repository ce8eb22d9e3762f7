import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { list, openPages } from './test-pages.ts'
import type { TestSite } from './test-site.ts'

let pages: Awaited<ReturnType<typeof openPages>>
let site: TestSite

beforeAll(async () => {
  pages = await openPages()
  site = pages.site
}, 60_000)
afterAll(() => site.close())
beforeEach(() => {
  site.log.length = 0
  site.statements.length = 0
})

describe('a list', () => {
  it('[CT:list] has its columns, shown or to be chosen, and its page size', async () => {
    const { schema, data } = list(await pages.page('films'))
    const { columns, ...rest } = schema
    expect(rest).toEqual({
      mediaType: 'movies',
      defaultSort: '-release_date',
      defaultPageSize: 20,
      pageSizes: [20, 50, 100, 250],
      editPageKey: 'film',
      canCreate: true,
      labelField: 'title',
    })
    expect(columns.filter(({ visible }) => visible).map(({ name }) => name)).toEqual([
      ...['title', 'release_date', 'director', 'genres', 'rating', 'worldwide_gross', 'imdb_rating', 'status'],
    ])
    expect(columns.filter(({ visible }) => !visible).map(({ name }) => name)).toContain('distributor')
    expect(data).toMatchObject({
      page: 0,
      pageSize: 20,
      rowCount: 3201,
      pageCount: 161,
      sort: '-release_date',
      filter: '',
    })
    expect(data.rows).toHaveLength(20)
    expect(Object.keys(data.rows[0]?.values ?? {})).toEqual(columns.map(({ name }) => name))
  })

  it('[CT:list] tells how each column is sorted, filtered and saved', async () => {
    const { columns } = list(await pages.page('films')).schema
    const column = (name: string) => columns.find((each) => each.name === name)
    expect(column('title')).toMatchObject({ widget: 'text', sortable: true, filterable: true })
    expect(column('title')?.operators[0]).toBe('ct')
    expect(column('director')).toMatchObject({
      relatedMediaType: 'people',
      relatedLabelField: 'name',
      linkKey: 'director',
      multiple: false,
      sortable: true,
      operators: ['in', 'notin', 'isempty'],
    })
    expect(column('genres')).toMatchObject({
      linkKey: 'genres[movie]',
      multiple: true,
      ordered: false,
      sortable: false,
    })
    expect(column('title')).not.toHaveProperty('linkKey')
  })

  it('[SYS6] reads rows, labels and the create flag in one statement', async () => {
    await pages.page('films')
    site.statements.length = 0
    const { data } = list(await pages.page('films?filter=title_$eq_Avatar'))
    expect(site.statements).toHaveLength(1)
    const [avatar] = data.rows
    expect(avatar).toMatchObject({ canWrite: true, canDelete: true, etag: expect.stringMatching(/^1\.\d+$/) })
    expect(avatar?.values).toMatchObject({
      title: 'Avatar',
      worldwide_gross: '2767891499',
      genres: [expect.any(Number)],
    })
    expect(avatar?.labels).toMatchObject({
      director: [{ id: avatar?.values.director, label: 'James Cameron' }],
      genres: [{ id: expect.any(Number), label: 'Action' }],
    })
  })

  it('[CT:list] reads the labels apart where an include cannot bring them', async () => {
    await pages.page('distributors')
    site.statements.length = 0
    const { rows } = list(await pages.page('distributors?filter=parent_$isempty_false&pageSize=5')).data
    expect(rows).toHaveLength(5)
    for (const { values, labels } of rows) {
      expect(labels.parent).toEqual([{ id: values.parent, label: expect.stringMatching(/^[^#]/) }])
    }
    expect(site.statements.filter((text) => text.includes('"distributors"'))).toHaveLength(2)
  })

  it('[R1] follows page, size, sort and filter of the address', async () => {
    const filter = encodeURIComponent('title_$sw_The')
    const { data } = list(await pages.page(`films?page=2&pageSize=5&sort=-title&filter=${filter}`))
    expect(data).toMatchObject({ page: 2, pageSize: 5, sort: '-title', filter: 'title_$sw_The' })
    const titles = data.rows.map(({ values }) => String(values.title))
    expect(titles.every((title) => title.startsWith('The'))).toBe(true)
    expect(data.rowCount).toBe(await pages.count("movies where title like 'The%'"))
    expect(data.pageCount).toBe(Math.ceil(data.rowCount / 5))
  })

  it('[ERR:page-out-of-range] shows no rows beyond the last page, and how many pages there are', async () => {
    const { data } = list(await pages.page('films?page=5000'))
    expect(data).toMatchObject({ rows: [], page: 5000, pageCount: 161, rowCount: 3201 })
  })

  it('[LIM:page-size.2] keeps to the largest page size', async () => {
    expect(list(await pages.page('films?pageSize=100000')).data).toMatchObject({ pageSize: 600, pageCount: 6 })
  })

  it('[CT:list] sorts a relation by what is shown of it', async () => {
    const { data } = list(
      await pages.page('films?sort=director,-rating,title&pageSize=250&filter=director_$isempty_false'),
    )
    const names = data.rows.map(({ labels }) => labels.director?.[0]?.label.toLowerCase() ?? '')
    expect(names).toEqual(names.toSorted())
    expect(new Set(names).size).toBeGreaterThan(10)
    expect(data.sort).toBe('director,-rating,title')
  })

  it.each([
    ['filter=title_$foo_x', 'FILTER_SYNTAX', 'filter'],
    ['filter=(title_$eq_x', 'FILTER_SYNTAX', 'filter'],
    ['filter=nope_$eq_x', 'UNKNOWN_FIELD', 'filter'],
    ['sort=nope', 'UNKNOWN_FIELD', 'sort'],
    ['sort=genres', 'PARAMETER', 'sort'],
    ['page=first', 'PARAMETER', 'page'],
    ['pageSize=many', 'PARAMETER', 'pageSize'],
  ])('[D1.a] [D1.f] [R3.a] hands the fault of %s to the browser', async (query, code, parameter) => {
    for (const path of ['display/films', 'components/films/-/list']) {
      const [route, dataApi] = await Promise.all([
        pages.failure(`${path}?${query.replace('=(', '=%28')}`),
        pages.failure(`/api/v1/movies?${query}`),
      ])
      expect(route).toMatchObject({ status: 400, code, source: { parameter } })
      expect(route).toEqual(dataApi)
    }
    expect(site.log.filter(({ event }) => event === '[Render-ComponentFailure]')).toEqual([])
  })

  it('[D1.f] tells where a filter is wrong', async () => {
    const { meta } = await pages.failure('components/films/-/list?filter=title_$eq_x_$and_year_$eq_soon')
    expect(meta).toMatchObject({ position: 26 })
  })

  it('[CT:list] without configuration has the first fields of its media type', async () => {
    const { schema } = list(await pages.page('bare'))
    expect(schema.columns.map(({ name, visible }) => [name, visible])).toEqual(
      ['name', 'parent', 'is_active', 'website', 'contact', 'description'].map((name) => [name, true]),
    )
  })

  it('[CT:list] ignores columns that are no fields', async () => {
    expect(list(await pages.page('mixed'), 'a_list').schema.columns.map(({ name }) => name)).toEqual(['name'])
  })

  it('[AUTH27] [PR18] [P1] offers to each caller what it may do, row by row', async () => {
    const query = 'films?filter=source_$isempty_false&pageSize=250'
    const asReader = list(await pages.page(query, 'reader'))
    expect(asReader.schema.canCreate).toBe(false)
    expect(asReader.data.rows.every(({ canWrite, canDelete }) => !canWrite && !canDelete)).toBe(true)
    const asEditor = list(await pages.page(query, 'editor'))
    expect(asEditor.schema.canCreate).toBe(true)
    expect(new Set(asEditor.data.rows.map(({ canWrite }) => canWrite))).toEqual(new Set([true, false]))
    expect(asEditor.data.rows.every(({ canDelete }) => !canDelete)).toBe(true)
  })

  it('[P3] shows nothing of related records the caller may not read', async () => {
    const { rows } = list(await pages.page('films?filter=title_$eq_Avatar', 'reader')).data
    expect(rows[0]).toMatchObject({ values: { director: null }, labels: { director: [] } })
  })
})
