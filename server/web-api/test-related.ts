import { sql } from 'kysely'
import type { ErrorObject } from '../../shared/envelope.ts'
import type { PageResponse } from '../../shared/page.ts'
import type { PageSave } from '../../shared/page-save.ts'
import type { RelatedListData, RelatedListSchema } from '../../shared/related-list.ts'
import { ORIGIN } from '../auth/test-service.ts'
import { definePages } from '../catalog/define.ts'
import type { Database } from '../db/database.ts'
import { form, list, openPages } from './test-pages.ts'
import type { TestSite } from './test-site.ts'

const related = (relation: string, more: object = {}) => ({
  key: 'rows',
  type: 'relatedList',
  order: 1,
  configuration: { relation, ...more },
})

/** Lists that the demo's own pages do not show. */
const morePages = [
  {
    key: 'film_words',
    title: 'Words',
    mediaType: 'movies',
    components: [related('genres', { create: ['name'], columns: ['name', 'color'], editable: ['color'] })],
  },
  {
    key: 'collection_rows',
    title: 'Rows',
    mediaType: 'collections',
    components: [
      related('collection_movies[collection]', {
        columns: ['movie', 'note'],
        create: ['movie', 'note'],
        choose: false,
      }),
    ],
  },
  {
    key: 'closed',
    title: 'Closed',
    mediaType: 'people',
    components: [related('movies[director]', { columns: ['title'], choose: false, create: false, remove: false })],
  },
  {
    key: 'two_lists',
    title: 'Two lists',
    mediaType: 'people',
    components: [
      related('movies[director]', { columns: ['title', 'year', 'status'], editable: ['title', 'year'] }),
      {
        ...related('movies[director]', { columns: ['title', 'year', 'status'], editable: ['year', 'status'] }),
        key: 'drafts',
      },
    ],
  },
  {
    key: 'made_only',
    title: 'Made only',
    mediaType: 'people',
    components: [related('movies[director]', { columns: ['title'], choose: false, create: ['title', 'slug'] })],
  },
]

/** What a related list is shown as. */
export interface ShownList {
  readonly schema: RelatedListSchema
  readonly data: RelatedListData
}

export interface SaveAnswer {
  readonly status: number
  readonly body: PageResponse
  readonly errors: readonly ErrorObject[] | undefined
}

/** A save that was made. */
export const SAVED = { status: 200, errors: undefined }

/** The demo's site with more related lists, and short ways to look at them and to save them. */
export async function openRelated(environment: Readonly<Record<string, string>> = {}) {
  const { site, page } = await openPages(environment)
  const { database, catalogs } = site.context
  await database.transaction((tx) => definePages(tx, morePages))
  await catalogs.refresh()
  const shown = async (path: string, key = 'films', username?: string): Promise<ShownList> =>
    list(await page(path, username), key) as unknown as ShownList
  return {
    site,
    page,
    shown,
    rows: async (path: string, key?: string): Promise<RelatedListData> => (await shown(path, key)).data,
    tagOf: async (path: string): Promise<string> => form(await page(path)).data.etag as string,
    save: saving(site),
    ...records(database),
  }
}

function saving(site: TestSite) {
  return async (
    path: string,
    edits: Readonly<Record<string, object>>,
    rest: Partial<PageSave> = {},
    username = 'root',
  ): Promise<SaveAnswer> => {
    const components = Object.entries(edits).map(([key, data]) => ({ key, data }))
    const response = await site.app.request(`${ORIGIN}/api/v2/save/${path}`, {
      method: 'POST',
      headers: { cookie: await site.cookie(username), origin: ORIGIN, 'content-type': 'application/json' },
      body: JSON.stringify({ components, ...rest }),
    })
    const body = await response.json()
    return { status: response.status, body, errors: body.errors }
  }
}

/** Where the problems of a refused save stand, below the edits of its only component. */
export function pointersOf({ errors }: SaveAnswer): readonly (string | undefined)[] {
  return (errors ?? []).map(({ source }) => source?.pointer?.replace('/components/0/data', ''))
}

let last = 0
/** A text that nothing else has. */
export const unique = (text: string): string => `${text}-${++last}`

/** Records of a test's own, and what is stored. */
function records({ kysely, read }: Database) {
  const film = async (title: string, director: number | null = null): Promise<number> => {
    const { rows } = await sql<{ id: string }>`insert into movies (title, slug, status, director)
      values (${title}, ${unique('film')}, 'draft', ${director}) returning id::text`.execute(kysely)
    return Number(rows[0]?.id)
  }
  const named = async (table: 'people' | 'genres', name: string): Promise<number> => {
    const { rows } = await sql<{ id: string }>`insert into ${sql.table(table)} (name) values (${name})
      returning id::text`.execute(kysely)
    return Number(rows[0]?.id)
  }
  return {
    film,
    named,
    /** A collection of new films in this order. */
    collectionOf: async (...titles: readonly string[]): Promise<{ id: number; films: readonly number[] }> => {
      const { rows } = await sql<{ id: string }>`insert into collections (name, status, is_public)
        values (${unique('collection')}, 'draft', false) returning id::text`.execute(kysely)
      const id = Number(rows[0]?.id)
      const films: number[] = []
      for (const title of titles) {
        const movie = await film(title)
        films.push(movie)
        await sql`insert into collection_movies (collection, movie, position)
          values (${id}, ${movie}, ${films.length})`.execute(kysely)
      }
      return { id, films }
    },
    /** Rows of a statement; of one column its values. */
    told: async (text: string): Promise<readonly unknown[]> => {
      const found = await read({ text, values: [] })
      return found.map((row) => (row.length === 1 ? row[0] : row))
    },
  }
}
