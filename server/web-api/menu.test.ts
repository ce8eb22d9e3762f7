import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RecordPages } from '../../shared/page.ts'
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

describe('the menu', () => {
  interface Item {
    readonly key: string
    readonly title: string
    readonly pageKey?: string
    readonly children?: readonly Item[]
  }
  const menu = async (username: string) => (await (await site.get('menu', username)).json()) as Item[]

  it('[R3] groups the pages that have a place in it, in order', async () => {
    const groups = await menu('root')
    expect(groups.map(({ title }) => title)).toEqual(['Catalogue', 'Vocabulary', 'Administration'])
    expect(groups[0]?.children?.slice(0, 2)).toEqual([
      { key: 'films', title: 'Films', icon: 'film', pageKey: 'films' },
      { key: 'people', title: 'People', icon: 'people', pageKey: 'people' },
    ])
    expect(JSON.stringify(groups)).not.toContain('collection_films')
  })

  it('[R3] shows to each caller the pages whose media type it may read', async () => {
    const keys = (await menu('reader')).map(({ children = [] }) => children.map(({ pageKey }) => pageKey))
    expect(keys).toEqual([['films'], ['genres', 'sources']])
    expect(await menu('nobody')).toEqual([])
  })
})

describe('the pages of records', () => {
  const recordPages = async (username: string) =>
    (await (await site.get('global/pages', username)).json()) as Readonly<Record<string, RecordPages>>

  it('are the list in the menu and the form it opens, of each media type with its labels', async () => {
    const { movies, collection_movies } = await recordPages('root')
    expect(movies).toEqual({
      label: 'Film',
      labelPlural: 'Films',
      canCreate: true,
      listPageKey: 'films',
      itemPageKey: 'film',
    })
    expect(collection_movies).toMatchObject({ listPageKey: 'collection_films', itemPageKey: 'collection_film' })
  })

  it('are told of media types that the caller may read', async () => {
    const asReader = await recordPages('reader')
    expect(Object.keys(asReader).toSorted()).toEqual(['genres', 'movies', 'sources'])
    expect(asReader.movies?.canCreate).toBe(false)
    expect(await recordPages('nobody')).toEqual({})
  })
})

describe('the sources', () => {
  it('[RT:sources] [FT:Source.3] are a tree', async () => {
    const response = await site.get('global/sources')
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    const tree = (await response.json()) as { title: string; children: { title: string; children: [] }[] }[]
    expect(tree.map(({ title }) => title)).toEqual(tree.map(({ title }) => title).toSorted())
    expect(tree.find(({ title }) => title === 'Stage')?.children.map(({ title }) => title)).toEqual([
      'Based on Musical/Opera',
      'Based on Play',
    ])
    expect(tree.reduce((sum, { children }) => sum + 1 + children.length, 0)).toBe(await pages.count('sources'))
  })

  it('[RT:sources] are read in blocks of the largest page', async () => {
    const { database } = site.context
    await sql`insert into sources (name, parent) select 'Further ' || n, null from generate_series(1, 1300) n`.execute(
      database.kysely,
    )
    await site.get('global/sources')
    site.statements.length = 0
    const tree = (await (await site.get('global/sources')).json()) as unknown[]
    expect(tree).toHaveLength(await pages.count('sources where parent is null'))
    expect(site.statements.filter((text) => text.includes('sources')).length).toBe(4)
  })

  it('[P2] are those that the caller has a right to', async () => {
    expect(await (await site.get('global/sources', 'nobody')).json()).toEqual([])
  })
})
