import { sql } from 'kysely'
import type { ErrorBody } from '../../shared/envelope.ts'
import type { FieldSchema, FormData, FormSchema, ListData, ListSchema, PageResponse } from '../../shared/page.ts'
import { addUser } from '../auth/test-service.ts'
import { defineMediaTypes, definePages } from '../catalog/define.ts'
import type { MediaTypeDocument } from '../catalog/document.ts'
import type { Database } from '../db/database.ts'
import { openTestSite, type TestSite } from './test-site.ts'

/** A media type that two relations lead from to another one, and one to itself. */
const remakes: MediaTypeDocument = {
  name: 'remakes',
  label: 'Remake',
  labelPlural: 'Remakes',
  fields: [
    { name: 'original', label: 'Original', type: 'Related' },
    { name: 'remake', label: 'Remake', type: 'Related' },
    { name: 'previous', label: 'Previous remake', type: 'Related', defaultValue: 1 },
    { name: 'rank', label: 'Rank', type: 'Integer' },
    { name: 'genre', label: 'Genre', type: 'DropRelated', defaultValue: 1 },
  ],
  relations: [
    { kind: 'many-to-one', related: 'movies', column: 'original' },
    { kind: 'many-to-one', related: 'movies', column: 'remake' },
    { kind: 'many-to-one', related: 'remakes', column: 'previous' },
    { kind: 'many-to-one', related: 'genres', column: 'genre' },
  ],
}

async function addRemakes(database: Database): Promise<void> {
  await database.transaction((tx) => defineMediaTypes(tx, [remakes]))
  await sql`insert into remakes (original, remake, previous, rank, genre) values (1, 2, null, 1, 1), (2, 3, 1, 2, null)`.execute(
    database.kysely,
  )
}

/** Pages for what the demo's own do not show. */
async function morePages(database: Database): Promise<void> {
  const component = (key: string, order: number, type = 'list', configuration = {}) => ({
    key,
    type,
    order,
    configuration,
  })
  await addRemakes(database)
  await database.transaction((tx) =>
    definePages(tx, [
      {
        key: 'remakes',
        title: 'Remakes',
        mediaType: 'remakes',
        components: [
          component('list', 1, 'list', {
            columns: ['rank', 'original', 'previous', 'genre'],
            links: { rank: { pageKey: 'film', id: 'remake' } },
          }),
          component('form', 2, 'form'),
        ],
      },
      {
        key: 'mixed',
        title: 'Mixed',
        mediaType: 'movies',
        layout: 'tabs',
        components: [
          component('z_list', 1, 'list', { columns: ['title'], pageSize: 3 }),
          component('a_list', 1, 'list', {
            mediaType: 'genres',
            columns: ['name', 'gone', 'constructor'],
            hidden: 'x',
          }),
          component('lost_list', 2, 'list', { mediaType: 'nothing' }),
          component('bad_sort', 2, 'list', { defaultSort: 'director[no_such_field]' }),
          component('hologram', 3, 'hologram'),
          component('editors_only', 4, 'form', { hideWithoutWrite: true }),
        ],
      },
      {
        key: 'links',
        title: 'Links',
        mediaType: 'collection_movies',
        components: [
          component('list', 1, 'list', {
            columns: ['position', 'movie', 'note', 'collection'],
            links: { position: { pageKey: 'film', id: 'movie' }, movie: 'film', note: 'film', collection: 'no_page' },
          }),
        ],
      },
      {
        key: 'posters',
        title: 'Posters',
        mediaType: 'movies',
        components: [
          component('form', 1, 'form', {
            tabs: [
              { key: 'one', title: 'First', fields: ['poster', 'year', 'rating', 'director', 'year', 'nope'] },
              { title: 'Again', fields: ['year', 'title'] },
              { title: 'Empty', fields: ['poster'] },
            ],
            rest: false,
            links: { poster: 'film', year: 'film', rating: 'rating', director: 'person' },
          }),
        ],
      },
      {
        key: 'bare',
        title: 'Bare',
        mediaType: 'distributors',
        components: [component('form', 1, 'form'), component('list', 2)],
      },
      {
        key: 'collection_form',
        title: 'Collection',
        mediaType: 'collections',
        components: [component('form', 1, 'form')],
      },
      { key: 'notice', title: 'Notice', components: [] },
    ]),
  )
}

/**
 * Users beside `root`: `nobody` has no right at all, `reader` reads films, genres and sources, `editor` writes films and
 * genres too, the films of one source only.
 */
async function moreUsers(database: Database): Promise<void> {
  for (const username of ['reader', 'nobody', 'editor']) await addUser(database, username)
  await sql`insert into permissions (owner_type, owner_id, object_type, key, can_read, can_write, can_delete)
    select 1, u.id, 2, t.name, true, u.username = 'editor' and t.name in ('movies', 'genres'), false
    from users u, adm_mediatypes t
    where u.username in ('reader', 'editor') and t.name in ('movies', 'genres', 'sources')`.execute(database.kysely)
  await sql`insert into permissions (owner_type, owner_id, object_type, object_id, can_read, can_write, can_delete)
    select 1, u.id, 1, s.id, true, s.name = 'Original work', false from users u, sources s
    where u.username in ('reader', 'editor') and s.parent is null`.execute(database.kysely)
}

/** The demo's site with more pages and users, and short ways to ask it. */
export async function openPages(environment: Readonly<Record<string, string>> = {}) {
  const site = await openTestSite(morePages, environment)
  await moreUsers(site.context.database)
  return { site, ...asking(site) }
}

function asking(site: TestSite) {
  const { database } = site.context
  return {
    page: async (path: string, username?: string): Promise<PageResponse> => {
      const response = await site.get(`display/${path}`, username)
      if (response.status !== 200) throw new Error(`${path} answers ${response.status}: ${await response.text()}`)
      return (await response.json()) as PageResponse
    },
    failure: async (path: string, username?: string) => {
      const response = await site.get(path, username)
      const { errors } = (await response.json()) as ErrorBody
      return { ...errors[0], status: response.status }
    },
    count: async (from: string): Promise<number> => {
      const [row] = await database.read({ text: `select count(*)::text from ${from}`, values: [] })
      return Number(row?.[0])
    },
    titleOf: async (id: number): Promise<string> => {
      const [row] = await database.read({ text: 'select title from movies where id = $1', values: [id] })
      return String(row?.[0])
    },
    idOf: async (where: string): Promise<number> => {
      const [row] = await database.read({ text: `select id::text from ${where} order by id limit 1`, values: [] })
      return Number(row?.[0])
    },
  }
}

function shown<S, D>({ schema, data }: PageResponse, key: string): { readonly schema: S; readonly data: D } {
  return {
    schema: schema.components.find((component) => component.key === key)?.schema as S,
    data: data.components.find((component) => component.key === key)?.data as D,
  }
}

export const list = (response: PageResponse, key = 'list') => shown<ListSchema, ListData>(response, key)
export const form = (response: PageResponse, key = 'form') => shown<FormSchema, FormData>(response, key)

export function fieldOf(fields: readonly FieldSchema[], name: string): FieldSchema | undefined {
  return fields.find((field) => field.name === name)
}
