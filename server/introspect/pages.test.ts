import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PageResponse } from '../../shared/page.ts'
import type { MediaType } from '../catalog/catalog.ts'
import { fieldOf, form, list } from '../web-api/test-pages.ts'
import { openTestSite, type TestSite } from '../web-api/test-site.ts'
import { applyIntrospection, makeForeignTables } from './test-introspected.ts'

let site: TestSite
let types: readonly MediaType[]
beforeAll(async () => {
  site = await openTestSite(async (database) => {
    await makeForeignTables(database)
    await applyIntrospection(database)
  })
  types = [...site.context.catalogs.current().mediaTypes.values()].filter(({ foreign }) => foreign)
}, 120_000)
afterAll(() => site.close())

async function page(path: string): Promise<PageResponse> {
  const response = await site.get(`display/${path}`)
  expect([path, response.status]).toEqual([path, 200])
  const body = (await response.json()) as PageResponse
  // a component that fails is left out
  expect([path, body.data.components.length, body.data.components[0]?.data === null]).toEqual([path, 1, false])
  return body
}

/** Some keys are those of the demo's pages. */
function keyOf(mediaType: string, component: 'list' | 'form'): string {
  const pages = [...site.context.catalogs.current().pages.values()].filter((each) => each.mediaType === mediaType)
  return pages.find(({ components }) => components.some(({ type }) => type === component))?.key as string
}

describe('[M3.a] pages over introspected tables', () => {
  it('list every media type, sorted by each of its columns', async () => {
    expect(types).toHaveLength(21)
    for (const { name } of types) {
      const { schema, data } = list(await page(keyOf(name, 'list')))
      expect([name, data.rows.length, data.rowCount]).toEqual([name, data.rowCount, data.rowCount])
      for (const column of schema.columns.filter(({ sortable }) => sortable)) {
        const sorted = list(await page(`${keyOf(name, 'list')}?sort=-${column.name}`))
        expect(sorted.data.rows).toHaveLength(data.rowCount)
      }
    }
  })

  it('show each record, and a form for a new one', async () => {
    for (const { name, blockCreate } of types) {
      const rows = list(await page(keyOf(name, 'list'))).data.rows
      for (const { id } of rows.slice(0, 3)) {
        const { data, schema } = form(await page(`${keyOf(name, 'form')}/${id}`))
        expect([name, data.id, schema.canWrite]).toEqual([name, id, !blockCreate])
      }
      if (!blockCreate) expect(form(await page(`${keyOf(name, 'form')}/new`)).schema.canCreate).toBe(true)
    }
  })

  it('name related records and lead to their pages', async () => {
    const { schema, data } = form(await page('film_edit/1'))
    expect(data.labels).toMatchObject({
      country: [{ id: 1, label: 'Austria' }],
      actors: [
        { id: 2, label: 'Cho' },
        { id: 1, label: 'Berg' },
      ],
      countries: [
        { id: 1, label: 'Austria' },
        { id: 2, label: 'Chile' },
      ],
    })
    expect(fieldOf(schema.fields, 'country')?.props.link).toMatchObject({ pageKey: 'country_edit' })
    expect(fieldOf(schema.fields, 'title_upper')?.readOnly).toBe(true)
    expect(fieldOf(schema.fields, 'stars')?.validation).toEqual({ min: 1, max: 5 })
    expect(fieldOf(schema.fields, 'rating')?.enumValues).toHaveLength(3)
  })

  it('stand in the menu, those of views apart, those of links not', async () => {
    const menu = await (await site.get('menu')).text()
    for (const text of ['"Tables"', '"Views"', '"film_list"', '"film_totals"']) expect(menu).toContain(text)
    expect(menu).not.toContain('"film_country"')
  })
})
