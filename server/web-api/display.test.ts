import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FormSchema, ListData, PageResponse } from '../../shared/page.ts'
import { definePages } from '../catalog/define.ts'
import type { PageDocument } from '../catalog/document.ts'
import { openPages } from './test-pages.ts'
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

describe('the display route', () => {
  it('[RT:display] [R1] [PR1] [PR2] [PR4] [VER:v2] [AUTH19] answers a list page to a session’s cookie', async () => {
    const response = await site.get('display/films')
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const films = (await response.json()) as PageResponse
    expect(films).toMatchObject({ pageKey: 'films', title: 'Films', breadcrumbs: [] })
    expect(films.configuration).toEqual({
      save: false,
      create: true,
      addNew: true,
      addNewPageKey: 'film',
      layout: 'stack',
      mediaType: 'movies',
    })
  })

  it('[VER:add-new] [PR5] repeats the configuration in the schema', async () => {
    for (const path of ['films', 'film/1', 'film/new', 'mixed']) {
      const { configuration, schema } = await pages.page(path)
      expect(schema.configuration).toEqual(configuration)
      expect(configuration).toMatchObject({ create: true, addNew: true })
    }
  })

  it('[PR5] tells a page without components from one of which none is shown', async () => {
    const bare = await pages.page('notice')
    expect(bare.configuration.empty).toBe(true)
    expect((await pages.page('films')).configuration).not.toHaveProperty('empty')
  })

  it('[VER:camel-case] [PR6] [PR7] writes camel case of its own', async () => {
    const { schema, data, ...rest } = await pages.page('film/1')
    const form = schema.components[0]?.schema as FormSchema
    const own = [rest, form.fields.map(({ props: { link }, ...field }) => [field, link]), form.tabs, data.components]
    const names = (value: unknown): string[] => {
      if (Array.isArray(value)) return value.flatMap(names)
      if (typeof value !== 'object' || value === null) return []
      return Object.entries(value).flatMap(([name, inner]) => [name, ...(fieldNamed.has(name) ? [] : names(inner))])
    }
    // what stands under these is named by fields
    const fieldNamed = new Set(['values', 'labels'])
    expect(names(own).filter((name) => !/^[a-z][A-Za-z]*$/.test(name))).toEqual([])
  })

  it('[RT:display.2] [EV4] takes the request id through to the data API and the log', async () => {
    const response = await site.get('display/film/3', 'root', { 'x-request-id': 'from-the-shell' })
    expect(response.headers.get('x-request-id')).toBe('from-the-shell')
    const lines = site.log.filter(({ requestId }) => requestId === 'from-the-shell')
    expect(lines.filter(({ event }) => event === 'request').map(({ path }) => path)).toContain('/api/v1/movies/3')
    expect(lines.filter(({ event }) => event === '[RenderV2-Stats]')).toMatchObject([
      {
        pageKey: 'film',
        itemId: '3',
        components: [
          { key: 'form', outcome: 'Success' },
          { key: 'collections', outcome: 'SuccessDataNull' },
        ],
      },
    ])
  })

  it('[RT:display.3] [RT:display.4] [RT:display.5] [VER:previous-page-key] [PR3] shows the way back', async () => {
    const films = [{ title: 'Films', pageKey: 'films' }]
    expect((await pages.page('film/1')).breadcrumbs).toEqual(films)
    expect((await pages.page('person/1?previousPageKey=film/1')).breadcrumbs).toEqual(films)
    expect((await pages.page('person/1?previousPageKey=film-1,2')).breadcrumbs).toEqual(films)
    expect((await pages.page('film/1?previousPageKey=film/new')).breadcrumbs).toEqual(films)
    expect((await pages.page('collection_film/1?previousPageKey=')).breadcrumbs.map(({ pageKey }) => pageKey)).toEqual([
      'collections',
      'collection_films',
    ])
  })

  it.each([
    'display/nope',
    'display/constructor',
    'display/film/x',
    'display/film/1,',
    'display/film/-1',
    'display/film/99999999',
  ])('[ERR:NOT_FOUND] [R1.a] has nothing at %s', async (path) =>
    expect(await pages.failure(path)).toMatchObject({ status: 404, code: 'NOT_FOUND' }),
  )

  it('[ERR:NOT_FOUND] [R1.a] wants every one of several records to exist', async () => {
    expect(await pages.failure('display/film/1,99999999')).toMatchObject({ status: 404 })
    expect(await pages.failure('display/notice/1')).toMatchObject({ status: 404 })
  })

  it('[ERR:UNAUTHENTICATED] [ERR:FORBIDDEN] [ERR:forbidden] is for those who may read the page’s media type', async () => {
    const { status } = await site.app.request('http://cms.test/api/v2/display/films')
    expect(status).toBe(401)
    expect(await pages.failure('display/films', 'nobody')).toMatchObject({ status: 403, code: 'FORBIDDEN' })
    expect((await site.get('display/notice', 'nobody')).status).toBe(200)
  })

  it('[X13] answers other methods with 405', async () => {
    for (const path of ['display/films', 'display/film/1', 'components/film/1/form', 'menu', 'global/sources']) {
      const response = await site.get(path, 'root', {}, 'DELETE')
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe('GET, HEAD')
    }
  })

  it('[OUT:partial] [OUT:Errored] [OUT:SkippedNoMapping] [OUT:SkippedHidden] [PR9] [PR11] [EV5] answers what came about', async () => {
    const mixed = await pages.page('mixed', 'reader')
    expect(mixed.schema.components.map(({ key }) => key)).toEqual(['a_list', 'z_list'])
    expect(mixed.data.components.map(({ key }) => key)).toEqual(['a_list', 'z_list'])
    expect(mixed.configuration).toMatchObject({ layout: 'tabs', create: false, addNew: false, save: false })
    const failures = site.log.filter(({ event }) => event === '[Render-ComponentFailure]')
    expect(failures).toMatchObject([
      { componentKey: 'bad_sort', codes: ['UNKNOWN_FIELD'], cause: { name: 'DataApiError' } },
      { componentKey: 'lost_list', cause: { message: 'the list lost_list has no media type' } },
    ])
    const [stats] = site.log.filter(({ event }) => event === '[RenderV2-Stats]') as [
      { components: { outcome: string }[] },
    ]
    expect(stats.components.map(({ outcome }) => outcome)).toEqual([
      'Success',
      'Success',
      'Errored',
      'Errored',
      'SkippedNoMapping',
      'SkippedHidden',
    ])
  })

  it('[PR14] [PR15] has each component’s key once', async () => {
    const component = { key: 'z_list', type: 'list', order: 9, configuration: {} }
    const { database } = site.context
    const define = (page: PageDocument) => database.transaction((tx) => definePages(tx, [page]))
    await expect(define({ key: 'twice', title: 'Twice', components: [component, component] })).rejects.toThrow(/unique/)
    expect(site.context.catalogs.current().pages.get('mixed')?.components).toContainEqual({
      key: 'z_list',
      type: 'list',
      title: null,
      order: 1,
      configuration: { columns: ['title'], pageSize: 3 },
    })
  })

  it('[OUT:SkippedHidden] shows to editors what is hidden from readers', async () => {
    expect((await pages.page('mixed', 'editor')).schema.components.map(({ key }) => key)).toContain('editors_only')
  })

  it('[PR12] orders by the user’s stored tab preferences', async () => {
    const { database } = site.context
    const preferences = JSON.stringify({ tabs: { mixed: ['z_list'] } })
    await sql`update users set preferences = ${preferences}::jsonb where username = 'editor'`.execute(database.kysely)
    const { schema } = await pages.page('mixed', 'editor')
    expect(schema.components.map(({ key }) => key)).toEqual(['z_list', 'a_list', 'editors_only'])
    await sql`update users set preferences = '{}' where username = 'editor'`.execute(database.kysely)
  })
})

describe('the component route', () => {
  it('[R3.a] answers one component as the page shows it', async () => {
    const query = '?page=1&pageSize=7&sort=title'
    const films = await pages.page(`films${query}`)
    const response = await site.get(`components/films/-/list${query}`)
    expect(await response.json()).toEqual({ schema: films.schema.components[0], data: films.data.components[0] })
    const film = await pages.page('film/5')
    const one = await site.get('components/film/5/form')
    expect(await one.json()).toEqual({ schema: film.schema.components[0], data: film.data.components[0] })
  })

  it('[R3.a] gives the list state to the component that is asked for', async () => {
    const response = await site.get('components/mixed/-/z_list?pageSize=2')
    const { data } = (await response.json()) as { data: { data: ListData } }
    expect(data.data.rows).toHaveLength(2)
  })

  it.each(['films/-/nope', 'nope/-/list', 'film/99999999/form', 'film/x/form', 'mixed/-/hologram'])(
    '[R3.a] [ERR:NOT_FOUND] has nothing at %s',
    async (path) => expect(await pages.failure(`components/${path}`)).toMatchObject({ status: 404, code: 'NOT_FOUND' }),
  )
})

describe('with unknownIdStatus 404', () => {
  it('[D3.o] [ERR:NOT_FOUND] a page tells of an unknown record as ever', async () => {
    const strict = await openPages({ UNKNOWN_ID_STATUS: '404' })
    expect(await strict.failure('/api/v1/movies/99999999')).toMatchObject({ status: 404 })
    expect(await strict.failure('display/film/99999999')).toMatchObject({
      status: 404,
      detail: 'there is no record 99999999 on the page film',
    })
    await strict.site.close()
  }, 60_000)
})
