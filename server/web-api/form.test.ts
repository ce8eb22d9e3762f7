import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Page, PageComponent } from '../catalog/catalog.ts'
import { formPlan } from '../render/components/form-schema.ts'
import { listPlan } from '../render/components/list-schema.ts'
import { renderContext } from '../render/render-context.ts'
import { requestOf } from '../render/test-pages.ts'
import { fieldOf, form, list, openPages } from './test-pages.ts'
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

describe('link descriptors', () => {
  it('[VER:redirect-link] [FT:Integer.2] [FT:Related.2] stand in list cells', async () => {
    const { columns } = list(await pages.page('links')).schema
    expect(fieldOf(columns, 'position')?.props.link).toEqual({ pageKey: 'film', id: 'movie' })
    expect(fieldOf(columns, 'movie')?.props.link).toEqual({ pageKey: 'film' })
    expect(fieldOf(columns, 'note')?.props).not.toHaveProperty('link')
    expect(fieldOf(columns, 'collection')?.props).not.toHaveProperty('link')
  })

  it('[VER:redirect-link] [FT:Integer.2] [FT:Related.2] [FT:Image.2] stand in forms', async () => {
    const { fields } = form(await pages.page('posters/1')).schema
    expect(fieldOf(fields, 'year')?.props.link).toEqual({ pageKey: 'film', id: 'year' })
    expect(fieldOf(fields, 'director')?.props.link).toEqual({ pageKey: 'person' })
    expect(fieldOf(fields, 'rating')?.props.link).toEqual({ pageKey: 'rating' })
    expect(fieldOf(fields, 'poster')?.props).toEqual({})
  })
})

describe('a form', () => {
  it('[CT:form] [PR16] [PR19] [PR20] describes each field of its media type', async () => {
    const { schema } = form(await pages.page('film/1'))
    expect(schema.fields).toHaveLength(site.context.catalogs.current().mediaTypes.get('movies')?.fields.size as number)
    expect(fieldOf(schema.fields, 'status')).toEqual({
      name: 'status',
      type: 'Enum',
      widget: 'enum',
      label: 'Status',
      required: true,
      readOnly: false,
      defaultValue: 'draft',
      enumValues: expect.arrayContaining([{ value: 'draft', label: 'Draft' }]),
      props: {},
      validation: expect.any(Object),
    })
    expect(fieldOf(schema.fields, 'title')?.validation).toMatchObject({ maxLength: 300 })
    expect(fieldOf(schema.fields, 'slug')?.validation).toMatchObject({ unique: true })
    expect(schema.labelField).toBe('title')
    expect(schema.hasHistory).toBe(true)
    expect(schema.relatedMediaTypes.toSorted()).toEqual([
      'creative_types',
      'distributors',
      'genres',
      'people',
      'ratings',
      'sources',
    ])
  })

  it('[FT:Money.2] [FT:Slider] [VER:slider] [FT:Source.2] [FT:HTML.2] [VER:money-range] carries the props of its types', async () => {
    const { fields } = form(await pages.page('film/1')).schema
    expect(fieldOf(fields, 'us_gross')?.props).toEqual({
      currency: 'USD',
      precision: 0,
      min: 0,
      maxDigits: 18,
      stringMode: true,
    })
    expect(fieldOf(fields, 'rotten_tomatoes')?.props).toMatchObject({
      min: 0,
      max: 100,
      step: 1,
      marks: { 60: 'Fresh' },
    })
    expect(fieldOf(fields, 'source')?.props).toEqual({ allowClear: true })
    expect(fieldOf(fields, 'notes')?.props).toEqual({ variant: 'editor-field' })
  })

  it('[PR17] has every field in exactly one tab, what no tab names in the last', async () => {
    const { fields, tabs } = form(await pages.page('film/1')).schema
    expect(tabs.map(({ title }) => title)).toEqual(['Main', 'Classification', 'Money', 'Reception', 'Publication'])
    expect(tabs.flatMap((tab) => tab.fields)).toEqual(fields.map(({ name }) => name))
    expect(new Set(fields.map(({ name }) => name)).size).toBe(fields.length)
    const bare = form(await pages.page('bare/1')).schema
    expect(bare.tabs).toEqual([{ key: 'more', title: 'Distributor', fields: bare.fields.map(({ name }) => name) }])
  })

  it('[PR17] keeps to the tabs it is given when it is told to', async () => {
    const { tabs } = form(await pages.page('posters/1')).schema
    expect(tabs).toEqual([
      { key: 'one', title: 'First', fields: ['poster', 'year', 'rating', 'director'] },
      { key: 'tab-2', title: 'Again', fields: ['title'] },
    ])
  })

  it('[PR21] [PR7] holds the values of its record, ids for relations, and their labels', async () => {
    const id = await pages.idOf("movies where title = 'Avatar'")
    await pages.page('film/1')
    site.statements.length = 0
    const response = await pages.page(`film/${id}`)
    // besides the record and the create flag, the order that the user put the components in
    expect(site.statements).toHaveLength(3)
    const { data, schema } = form(response)
    expect(data).toMatchObject({ id, etag: response.configuration.etag })
    expect(Object.keys(data.values)).toEqual(schema.fields.map(({ name }) => name))
    expect(data.values).toMatchObject({ title: 'Avatar', us_gross: '760167650', release_date: '2009-12-18' })
    expect(data.labels).toMatchObject({
      director: [{ id: data.values.director, label: 'James Cameron' }],
      genres: [{ label: 'Action' }],
    })
    expect(response.configuration).toMatchObject({
      save: true,
      itemId: String(id),
      mediaType: 'movies',
      addNewPageKey: 'film',
    })
  })

  it('[PR21] keeps the order of an ordered relation, and no secret', async () => {
    const id = await pages.idOf("collections where name = 'Highest grossing'")
    const { schema, data } = form(await pages.page(`collection_form/${id}`))
    expect(fieldOf(schema.fields, 'movies')).toMatchObject({
      multiple: true,
      ordered: true,
      relatedLabelField: 'title',
    })
    expect(data.labels.movies?.slice(0, 2).map(({ label }) => label)).toEqual(['Avatar', 'Titanic'])
    expect(data.values.movies).toEqual(data.labels.movies?.map((label) => label.id))
    expect(data.values.access_code).toBe('********')
  })

  it('[R1.a] [PR21] begins a new record with the defaults', async () => {
    const response = await pages.page('film/new')
    const { schema, data } = form(response)
    expect(data).toMatchObject({
      id: null,
      etag: null,
      values: { status: 'draft', title: null, director: null, genres: [] },
    })
    expect(schema).toMatchObject({ canCreate: true, canDelete: false })
    expect(response.configuration).toMatchObject({ save: true, itemId: 'new' })
    expect(response.configuration).not.toHaveProperty('etag')
  })

  it('[PR21] names the records that are defaults of a new one', async () => {
    const { schema, data } = form(await pages.page('remakes/new'))
    const { values, labels } = data
    expect(schema).not.toHaveProperty('labelField')
    expect(values).toMatchObject({ original: null, previous: 1, genre: 1 })
    expect(labels).toEqual({
      original: [],
      remake: [],
      previous: [{ id: 1, label: '#1' }],
      genre: [{ id: 1, label: expect.stringMatching(/^[A-Z]/) }],
    })
  })

  it('[PR21] names related records whatever way they are related', async () => {
    const { values, labels } = form(await pages.page('remakes/2')).data
    expect(values).toMatchObject({ original: 2, remake: 3, previous: 1 })
    expect(labels.original).toEqual([{ id: 2, label: await pages.titleOf(2) }])
    expect(labels.remake).toEqual([{ id: 3, label: await pages.titleOf(3) }])
  })

  it('[R1.a] [PR21] of several records holds what is equal in all of them', async () => {
    const [a, b] = [
      await pages.idOf("movies where title = 'Avatar'"),
      await pages.idOf("movies where title = 'Titanic' and year = 1997"),
    ]
    const response = await pages.page(`film/${b},${a}`)
    const { data } = form(response)
    expect(data.values).toMatchObject({ status: 'published' })
    expect(data.values).not.toHaveProperty('title')
    expect(data.labels.director).toEqual([{ id: data.values.director, label: 'James Cameron' }])
    expect(data).toMatchObject({ id: null, etag: null, records: [{ id: b }, { id: a }] })
    expect(response.configuration).toMatchObject({ save: true, itemId: `${b},${a}` })
    expect(response.configuration).not.toHaveProperty('etag')
  })

  it('[R1.a] takes more records than the data API has on a page', async () => {
    const ids = Array.from({ length: 700 }, (_, index) => index + 1).join(',')
    expect(form(await pages.page(`film/${ids}`)).data.records).toHaveLength(700)
  })

  it('[OUT:SuccessDataNull] has nothing to fill in without a record', async () => {
    const { data, configuration } = await pages.page('film')
    expect(data.components).toEqual([{ key: 'form', data: null }])
    expect(configuration).toMatchObject({ save: false })
  })

  it('[PR18] [AUTH26] says what its caller may do with the record', async () => {
    const mine = await pages.idOf(
      "movies where source in (select id from sources where name = 'Original work' or parent = (select id from sources where name = 'Original work'))",
    )
    const other = await pages.idOf(
      "movies where source in (select id from sources where parent = (select id from sources where name = 'Stage'))",
    )
    const rightsOf = async (path: string, username: string) => {
      const response = await pages.page(path, username)
      const { canCreate, canWrite, canDelete } = form(response).schema
      return [canCreate, canWrite, canDelete, response.configuration.save]
    }
    expect(await rightsOf(`film/${mine}`, 'root')).toEqual([true, true, true, true])
    expect(await rightsOf(`film/${mine}`, 'editor')).toEqual([true, true, false, true])
    expect(await rightsOf(`film/${other}`, 'editor')).toEqual([true, false, false, false])
    expect(await rightsOf(`film/${mine},${other}`, 'editor')).toEqual([true, false, false, false])
    expect(await rightsOf(`film/${mine}`, 'reader')).toEqual([false, false, false, false])
    expect(await rightsOf('film/new', 'reader')).toEqual([false, false, false, false])
  })

  it('[PR18] [AUTH26] [PR22] [PR5] follows what the metadata blocks for everyone at once', async () => {
    const { database, catalogs } = site.context
    const block = async (blocked: boolean) => {
      await sql`update adm_mediatypes set block_write = ${blocked}, block_delete = ${blocked}, block_create = ${blocked}
        where name = 'movies'`.execute(database.kysely)
      await catalogs.refresh()
    }
    await block(true)
    const response = await pages.page('posters/1')
    await block(false)
    expect(form(response).schema).toMatchObject({ canCreate: false, canWrite: false, canDelete: false })
    expect(response.configuration).toMatchObject({ save: false, create: false, addNew: false })
    expect(response.configuration).not.toHaveProperty('addNewPageKey')
    expect(form(await pages.page('posters/1')).schema).toMatchObject({
      canCreate: true,
      canWrite: true,
      canDelete: true,
    })
  })

  it('[PR23] shows a change at once', async () => {
    const { database } = site.context
    const id = await pages.idOf("movies where title = 'Titanic' and year = 1997")
    const before = form(await pages.page(`film/${id}`)).data
    await sql`update movies set synopsis = 'A ship.', version = version + 1 where id = ${id}`.execute(database.kysely)
    const after = form(await pages.page(`film/${id}`)).data
    expect([before.values.synopsis, after.values.synopsis]).toEqual([null, 'A ship.'])
    expect(after.etag).not.toBe(before.etag)
  })
})

describe('schemas', () => {
  it('[PR22] are made once for all renders at one revision of the metadata', async () => {
    const { catalogs } = site.context
    const planOf = (pageKey: string): unknown => {
      const catalog = catalogs.current()
      const page = catalog.pages.get(pageKey) as Page
      const context = renderContext({ catalog, page, item: { kind: 'none' }, keepsHistory: true }, requestOf())
      const component = page.components[0] as PageComponent
      return (component.type === 'form' ? formPlan : listPlan)({ ...context, component })
    }
    const [film, films] = [planOf('film'), planOf('films')]
    expect(planOf('film')).toBe(film)
    expect(planOf('films')).toBe(films)
    await sql`update adm_fields set label = 'Name of the film' where mediatype = 'movies' and name = 'title'`.execute(
      site.context.database.kysely,
    )
    await catalogs.refresh()
    expect(planOf('film')).not.toBe(film)
    const { schema } = form(await pages.page('film/1'))
    expect(fieldOf(schema.fields, 'title')?.label).toBe('Name of the film')
  })
})
