import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RelatedListData } from '../../shared/related-list.ts'
import { form, list } from './test-pages.ts'
import { openRelated, pointersOf, SAVED, unique } from './test-related.ts'

let site: Awaited<ReturnType<typeof openRelated>>
beforeAll(async () => {
  site = await openRelated()
}, 60_000)
afterAll(() => site.site.close())

const directed = (id: number) => site.told(`select title from movies where director = ${id} order by title`)

describe('a list of children', () => {
  it('[CT:relatedList] takes in, makes, changes and lets go in one save', async () => {
    const id = await site.named('people', 'Parent')
    const [kept, gone, taken] = [await site.film('Kept', id), await site.film('Gone', id), await site.film('Taken')]
    const data = await site.rows(`person/${id}`)
    const row = (film: number) => data.rows.find((each) => each.id === film)
    const answer = await site.save(`person/${id}`, {
      films: {
        add: [
          { key: 'a', relatedId: taken, values: { status: 'review' } },
          { key: 'b', values: { title: 'Made', slug: unique('slug'), status: 'draft' } },
        ],
        update: [{ id: kept, etag: row(kept)?.etag ?? '', values: { release_date: '2001-02-03' } }],
        remove: [{ id: gone, etag: row(gone)?.etag ?? '' }],
      },
    })
    expect(answer).toMatchObject(SAVED)
    expect(await directed(id)).toEqual(['Kept', 'Made', 'Taken'])
    expect(
      await site.told(`select release_date::text, status from movies where id in (${kept}, ${taken}) order by title`),
    ).toEqual([
      ['2001-02-03', 'draft'],
      [null, 'review'],
    ])
    expect(await site.told(`select count(*)::text from movies where id = ${gone} and director is null`)).toEqual(['1'])
    expect((list(answer.body, 'films') as unknown as { data: RelatedListData }).data.rowCount).toBe(3)
  })

  it('[CT:relatedList] [R2.a] changes a record that stands in two lists of the page', async () => {
    const id = await site.named('people', 'Twice')
    const film = await site.film('Both', id)
    const path = `two_lists/${id}`
    const row = async () => (await site.rows(path, 'rows')).rows[0] as RelatedListData['rows'][number]
    const { etag } = (await row()) as { etag: string }
    const edit = (values: object) => ({ update: [{ id: film, etag, values }] }) as object
    const refused = await site.save(path, { rows: edit({ year: 1990 }), drafts: edit({ year: 1991 }) })
    expect([refused.status, refused.errors?.[0]?.source?.pointer]).toEqual([
      422,
      '/components/0/data/update/0/values/year',
    ])
    expect(await site.save(path, { rows: edit({ title: 'Said' }), drafts: edit({ status: 'review' }) })).toMatchObject(
      SAVED,
    )
    expect(await site.told(`select title, status from movies where id = ${film}`)).toEqual([['Said', 'review']])
    expect((await site.save(path, { rows: edit({ title: 'Late' }) })).status).toBe(412)
    const now = { remove: [{ id: film, etag: (await row()).etag ?? '' }] }
    expect(await site.save(path, { rows: now, drafts: now })).toMatchObject(SAVED)
    expect(await directed(id)).toEqual([])
  })

  it('[CT:relatedList] is saved as a whole or not at all, with problems told of their place in the edits', async () => {
    const id = await site.named('people', 'Whole')
    const [first, second] = [await site.film('First', id), await site.film('Second', id)]
    const data = await site.rows(`person/${id}`)
    const stale = await site.save(`person/${id}`, {
      films: {
        add: [{ key: 'a', values: { title: 'Third', slug: unique('slug'), status: 'draft' } }],
        update: [
          { id: first, etag: data.rows.find((row) => row.id === first)?.etag ?? '', values: { status: 'review' } },
        ],
        remove: [{ id: second, etag: '99.1' }],
      },
    })
    expect(stale.status).toBe(412)
    expect(pointersOf(stale)).toEqual(['/remove/0/etag'])
    const wrong = await site.save(`person/${id}`, {
      films: { add: [{ key: 'a', values: { title: 'Third', slug: 'Not A Slug', status: 'nope' } }] },
    })
    expect(wrong.status).toBe(422)
    expect(pointersOf(wrong)).toEqual(expect.arrayContaining(['/add/0/values/slug', '/add/0/values/status']))
    const absent = await site.save(`person/${id}`, { films: { add: [{ key: 'b', relatedId: 999_999_999 }] } })
    expect(absent).toMatchObject({
      status: 422,
      errors: [{ source: { pointer: '/components/0/data/add/0/relatedId' } }],
    })
    expect(await directed(id)).toEqual(['First', 'Second'])
    expect(await site.told(`select status from movies where id = ${first}`)).toEqual(['draft'])
  })

  it('[CT:relatedList] of a new record holds what is chosen and made with it', async () => {
    const taken = await site.film('Of the newcomer')
    const name = unique('Newcomer')
    const answer = await site.save('person/new', {
      form: { values: { name } },
      films: {
        add: [
          { key: 'a', relatedId: taken },
          { key: 'b', values: { title: 'Debut', slug: unique('slug'), status: 'draft' } },
        ],
      },
    })
    expect(answer).toMatchObject(SAVED)
    const id = Number(form(answer.body).data.id)
    expect(await directed(id)).toEqual(['Debut', 'Of the newcomer'])
  })

  it('[CT:relatedList] deletes a child that must belong to a record', async () => {
    const { id, films } = await site.collectionOf('A', 'B')
    const { schema, data } = list(await site.page(`collection_rows/${id}`), 'rows') as unknown as {
      schema: { removeDeletes: boolean; canRemove: boolean }
      data: RelatedListData
    }
    expect(schema).toMatchObject({ removeDeletes: true, canRemove: true })
    const [row] = data.rows
    const answer = await site.save(`collection_rows/${id}`, {
      rows: {
        remove: [{ id: row?.id ?? 0, etag: row?.etag ?? '' }],
        add: [{ key: 'x', values: { movie: films[0], note: 'again' } }],
      },
    })
    expect(answer).toMatchObject(SAVED)
    expect(await site.told(`select count(*)::text from collection_movies where id = ${row?.id}`)).toEqual(['0'])
    expect((await site.rows(`collection_rows/${id}`, 'rows')).rowCount).toBe(2)
  })

  it('[CT:relatedList] leaves alone what is no row of it', async () => {
    const [id, other] = [await site.named('people', 'Mine'), await site.named('people', 'Theirs')]
    const theirs = await site.film('Theirs', other)
    const [row] = (await site.rows(`person/${other}`)).rows
    for (const edits of [
      { remove: [{ id: theirs, etag: row?.etag ?? '' }] },
      { update: [{ id: theirs, etag: row?.etag ?? '', values: { status: 'review' } }] },
    ]) {
      const refused = await site.save(`person/${id}`, { films: edits })
      const [kind] = Object.keys(edits)
      expect(refused).toMatchObject({
        status: 422,
        errors: [{ source: { pointer: `/components/0/data/${kind}/0/id` } }],
      })
    }
    expect(await directed(other)).toEqual(['Theirs'])
  })
})

describe('a list of records of a plain relation', () => {
  it('[CT:relatedList] adds, makes, changes and removes them', async () => {
    const id = await site.film('Of words')
    const [one, two, three] = [
      await site.named('genres', 'One'),
      await site.named('genres', 'Two'),
      await site.named('genres', 'Three'),
    ]
    await sql`insert into movies_genres (movie, genre) values (${id}, ${one}), (${id}, ${two})`.execute(
      site.site.context.database.kysely,
    )
    const data = await site.rows(`film_words/${id}`, 'rows')
    expect(data.rowCount).toBe(2)
    const [first, second] = data.rows
    const answer = await site.save(`film_words/${id}`, {
      rows: {
        add: [
          { key: 'a', relatedId: three },
          { key: 'b', values: { name: unique('Made'), color: '#112233' } },
        ],
        update: [{ id: first?.id ?? 0, etag: first?.etag ?? '', values: { color: '#445566' } }],
        remove: [{ id: second?.id ?? 0 }],
      },
    })
    expect(answer).toMatchObject(SAVED)
    const words = `select g.name, g.color from movies_genres m join genres g on g.id = m.genre where m.movie = ${id} order by g.id`
    expect(await site.told(words)).toEqual([
      ['One', '#445566'],
      ['Three', null],
      [expect.stringMatching(/^Made-/), '#112233'],
    ])
  })
})

describe('the members of a group', () => {
  it('[CT:relatedList] [M1] are put in and taken out on the group’s page, and may do what the group may at once', async () => {
    const { database } = site.site.context
    const { rows: groups } = await sql<{ id: string }>`insert into groups (name) values ('Readers of films')
      returning id::text`.execute(database.kysely)
    const id = Number(groups[0]?.id)
    await sql`insert into permissions (owner_type, owner_id, object_type, key, can_read)
      values (2, ${id}, 2, 'ratings', true)`.execute(database.kysely)
    const user = Number((await site.told(`select id::text from users where username = 'nobody'`))[0])
    const reads = async () => (await site.site.get('/api/v1/ratings', 'nobody')).status
    expect(await reads()).toBe(403)
    const added = await site.save(`adm_group/${id}`, { members: { add: [{ key: 'a', relatedId: user }] } })
    expect(added).toMatchObject(SAVED)
    const { schema, data } = await site.shown(`adm_group/${id}`, 'members')
    expect(schema).toMatchObject({ mediaType: 'users', rowPage: { pageKey: 'adm_user' } })
    expect(data.rows.map(({ values }) => values.username)).toEqual(['nobody'])
    expect(await reads()).toBe(200)
    const [row] = data.rows
    const edits = { members: { remove: [{ id: user, etag: row?.etag ?? '' }] } }
    expect(await site.save(`adm_group/${id}`, edits)).toMatchObject(SAVED)
    expect((await site.rows(`adm_group/${id}`, 'members')).rowCount).toBe(0)
    expect(await reads()).toBe(403)
  })
})

describe('edits of a related list', () => {
  it('[CT:relatedList] are read strictly', async () => {
    const id = await site.named('people', 'Strict')
    const pointers = async (data: object, path = `person/${id}`, key = 'films') => {
      const refused = await site.save(path, { [key]: data })
      expect([400, 422]).toContain(refused.status)
      return pointersOf(refused)
    }
    expect(await pointers({ nope: [] })).toEqual(['/nope'])
    expect(await pointers({ add: {} })).toEqual(['/add'])
    expect(
      await pointers({ add: [1, { key: '' }, { key: 'a', relatedId: '7' }, { key: 'b', values: { director: 1 } }] }),
    ).toEqual(['/add/0', '/add/1/key', '/add/2/relatedId', '/add/3/values/director'])
    expect(await pointers({ update: [{ id: 1 }, { id: 1, etag: '1.1', values: { title: 'x' } }] })).toEqual([
      '/update/0/values',
      '/update/0/etag',
      '/update/1/values/title',
    ])
    expect(await pointers({ remove: [{ id: 1, etag: 7 }, { id: -1 }] })).toEqual(['/remove/0/etag', '/remove/1/id'])
    expect(await pointers({ moves: [{ row: 1, before: null }] })).toEqual(['/moves'])
    expect(
      await pointers({
        add: [
          { key: 'a', relatedId: 1 },
          { key: 'a', relatedId: 1 },
        ],
      }),
    ).toEqual(['/add/1/key', '/add/1/relatedId'])
    const closed = { add: [{ key: 'a', relatedId: 1 }], remove: [{ id: 1 }] }
    expect(await pointers(closed, `closed/${id}`, 'rows')).toEqual(['/remove', '/add/0/relatedId'])
    const made = { add: [{ key: 'a', relatedId: await site.film('Not chosen') }] }
    expect(await pointers(made, `made_only/${id}`, 'rows')).toEqual(['/add/0/relatedId'])
  })

  it('[CT:relatedList] do what the caller may do', async () => {
    const id = await site.named('people', 'Of nobody')
    const taken = await site.film('Nobody may')
    const { status } = await site.save(
      `person/${id}`,
      { films: { add: [{ key: 'a', relatedId: taken }] } },
      {},
      'reader',
    )
    expect([403, 404]).toContain(status)
    expect(await directed(id)).toEqual([])
  })
})
