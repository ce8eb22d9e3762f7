import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUser } from '../auth/test-service.ts'
import { fieldOf, form, list, openPages } from './test-pages.ts'

let pages: Awaited<ReturnType<typeof openPages>>

beforeAll(async () => {
  pages = await openPages()
  const { database } = pages.site.context
  const user = await addUser(database, 'narrow')
  await sql`insert into permissions (owner_type, owner_id, object_type, key, can_read, can_write) values
    (1, ${user}, 2, 'movies', true, true), (1, ${user}, 2, 'genres', true, false)`.execute(database.kysely)
  await sql`insert into permissions (owner_type, owner_id, object_type, object_id, can_read, can_write)
    select 1, ${user}, 1, id, true, true from sources`.execute(database.kysely)
}, 60_000)
afterAll(() => pages.site.close())

describe('fields that lead to what the caller may not read', () => {
  it('[PR16] [X17] are marked and read-only in a form, whatever is stored', async () => {
    const id = await pages.idOf("movies where title = 'Avatar'")
    const { schema, data } = form(await pages.page(`film/${id}`, 'narrow'))
    expect(schema.canWrite).toBe(true)
    expect(fieldOf(schema.fields, 'rating')).toMatchObject({ readOnly: true, unreadable: 'Ratings' })
    expect(fieldOf(schema.fields, 'distributor')).toMatchObject({ readOnly: true, unreadable: 'Distributors' })
    expect(data.values.rating).toBeNull()
    for (const name of ['genres', 'source', 'title']) {
      expect(fieldOf(schema.fields, name)).toMatchObject({ readOnly: false })
      expect(fieldOf(schema.fields, name)).not.toHaveProperty('unreadable')
    }
  })

  it('[PR16] are as ever for who may read it, from the same plan', async () => {
    const { fields } = form(await pages.page('film/1')).schema
    expect(fieldOf(fields, 'rating')).toMatchObject({ readOnly: false })
    expect(fieldOf(fields, 'rating')).not.toHaveProperty('unreadable')
  })

  it('[CT:list] are no columns of a list', async () => {
    const names = async (username?: string) =>
      list(await pages.page('films', username)).schema.columns.map(({ name }) => name)
    const [all, narrow] = [await names(), await names('narrow')]
    expect(all).toEqual(expect.arrayContaining(['director', 'genres', 'title']))
    expect(narrow).toEqual(expect.arrayContaining(['genres', 'title']))
    expect(narrow).not.toContain('director')
  })
})
