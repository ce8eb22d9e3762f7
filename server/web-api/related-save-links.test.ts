import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RelatedListData } from '../../shared/related-list.ts'
import { addUser } from '../auth/test-service.ts'
import { form } from './test-pages.ts'
import { openRelated, pointersOf, SAVED, unique } from './test-related.ts'

let site: Awaited<ReturnType<typeof openRelated>>
beforeAll(async () => {
  site = await openRelated()
}, 60_000)
afterAll(() => site.site.close())

type Row = RelatedListData['rows'][number]

const shownFilms = (id: number) =>
  site.told(`select m.title, c.note from collection_movies c join movies m on m.id = c.movie
    where c.collection = ${id} order by c.position, c.id`)

describe('a list of link objects', () => {
  it('[CT:orderedRelatedList] adds, changes, removes and moves in one save', async () => {
    const { id, films } = await site.collectionOf('A', 'B', 'C', 'D')
    const added = await site.film('E')
    const data = await site.rows(`collection/${id}`)
    const row = (index: number) =>
      data.rows.find(({ values }) => values.movie === films[index]) as RelatedListData['rows'][number]
    const answer = await site.save(
      `collection/${id}`,
      {
        films: {
          add: [{ key: 'e', relatedId: added, values: { note: 'the new one' } }],
          update: [{ id: row(3).id, etag: row(3).etag, values: { note: 'last of four' } }],
          remove: [{ id: row(1).id, etag: row(1).etag }],
          moves: [
            { row: row(3).id, before: row(0).id },
            { row: 'e', before: row(2).id },
          ],
        },
      },
      { etag: await site.tagOf(`collection/${id}`) },
    )
    expect(answer).toMatchObject(SAVED)
    expect(await shownFilms(id)).toEqual([
      ['D', 'last of four'],
      ['A', null],
      ['E', 'the new one'],
      ['C', null],
    ])
    expect(await site.told(`select position::text from collection_movies where collection = ${id} order by 1`)).toEqual(
      ['1', '2', '3', '4'],
    )
  })

  it('[CT:relatedList] removes alone, and keeps what is removed and chosen again', async () => {
    const { id, films } = await site.collectionOf('A', 'B')
    const [a, b] = (await site.rows(`collection/${id}`)).rows
    const once = await site.save(`collection/${id}`, { films: { remove: [{ id: a?.id ?? 0, etag: a?.etag ?? '' }] } })
    expect(once).toMatchObject(SAVED)
    expect(await shownFilms(id)).toEqual([['B', null]])
    const again = await site.save(`collection/${id}`, {
      films: {
        remove: [{ id: b?.id ?? 0 }],
        add: [
          { key: 'b', relatedId: films[1] ?? 0, values: { note: 'kept' } },
          { key: 'a', relatedId: films[0] ?? 0 },
        ],
      },
    })
    expect(again).toMatchObject(SAVED)
    expect(await shownFilms(id)).toEqual([
      ['B', 'kept'],
      ['A', null],
    ])
    const both = (await site.rows(`collection/${id}`)).rows
    const swapped = await site.save(`collection/${id}`, {
      films: {
        remove: both.map(({ id, etag }) => ({ id, etag })),
        add: [{ key: 'c', relatedId: await site.film('C') }],
      },
    })
    expect(swapped).toMatchObject(SAVED)
    expect(await shownFilms(id)).toEqual([['C', null]])
  })

  it('[CT:orderedRelatedList] is moved only as it was shown', async () => {
    const { id } = await site.collectionOf('A', 'B')
    const etag = await site.tagOf(`collection/${id}`)
    const [a, b] = (await site.rows(`collection/${id}`)).rows
    const moves = { films: { moves: [{ row: b?.id ?? 0, before: a?.id ?? 0 }] } }
    expect(
      await site.save(`collection/${id}`, { films: { add: [{ key: 'c', relatedId: await site.film('C') }] } }),
    ).toMatchObject(SAVED)
    const stale = await site.save(`collection/${id}`, moves, { etag })
    expect(stale).toMatchObject({ status: 412, errors: [{ source: { pointer: '/etag' } }] })
    expect(await shownFilms(id)).toEqual(['A', 'B', 'C'].map((title) => [title, null]))
    expect(await site.save(`collection/${id}`, moves, { etag: await site.tagOf(`collection/${id}`) })).toMatchObject(
      SAVED,
    )
    expect((await shownFilms(id)).map((row) => (row as string[])[0])).toEqual(['B', 'A', 'C'])
    const unknown = await site.save(`collection/${id}`, { films: { moves: [{ row: 999_999_999, before: null }] } })
    expect(unknown).toMatchObject({ status: 422, errors: [{ source: { pointer: '/components/0/data/moves/0/row' } }] })
  })

  it('[CT:orderedRelatedList] of a new record has the order it was given', async () => {
    const films = [await site.film('One'), await site.film('Two'), await site.film('Three')]
    const answer = await site.save('collection/new', {
      form: { values: { name: unique('New'), status: 'draft', is_public: false } },
      films: {
        add: films.map((relatedId, index) => ({
          key: `k${index}`,
          relatedId,
          ...(index === 1 ? { values: { note: 'second' } } : {}),
        })),
        moves: [{ row: 'k2', before: 'k0' }],
      },
    })
    expect(answer).toMatchObject(SAVED)
    expect(await shownFilms(Number(form(answer.body).data.id))).toEqual([
      ['Three', null],
      ['One', null],
      ['Two', 'second'],
    ])
  })

  it('[CT:relatedList] removes one row of several that lead to the same record', async () => {
    const { id, films } = await site.collectionOf('A', 'B')
    await site.told(`insert into collection_movies (collection, movie, position, note)
      values (${id}, ${films[0]}, 3, 'again') returning id::text`)
    const path = `collection/${id}`
    const { rows } = await site.rows(path)
    const [first, , again] = rows as unknown as [Row, Row, Row]
    const moves = [{ row: again.id, before: first.id }]
    const moved = await site.save(path, { films: { moves } }, { etag: await site.tagOf(path) })
    expect([moved.status, pointersOf(moved)]).toEqual([422, ['/moves/0']])
    const stale = await site.save(path, { films: { remove: [{ id: first.id, etag: '99.1' }] } })
    expect([stale.status, pointersOf(stale)]).toEqual([412, ['/remove/0/etag']])
    const remove = [{ id: first.id, etag: first.etag ?? '' }]
    expect(await site.save(path, { films: { remove, moves } }, { etag: await site.tagOf(path) })).toMatchObject(SAVED)
    expect(await shownFilms(id)).toEqual([
      ['A', 'again'],
      ['B', null],
    ])
  })

  it('[CT:relatedList] [R6] keeps the values of a row that somebody else added meanwhile', async () => {
    const { id } = await site.collectionOf('A')
    const relatedId = await site.film('Both')
    const added = (note: string) =>
      site.save(`collection/${id}`, { films: { add: [{ key: 'k', relatedId, values: { note } }] } })
    expect(await added('first')).toMatchObject(SAVED)
    const second = await added('second')
    expect([second.status, pointersOf(second)]).toEqual([422, ['/add/0/relatedId']])
    expect(await site.save(`collection/${id}`, { films: { add: [{ key: 'k', relatedId }] } })).toMatchObject(SAVED)
    expect(await shownFilms(id)).toEqual([
      ['A', null],
      ['Both', 'first'],
    ])
  })

  it('[CT:orderedRelatedList] [P3] moves and removes rows that lead to a record out of sight', async () => {
    const { id, films } = await site.collectionOf('A', 'B', 'C', 'D')
    const { database } = site.site.context
    const userId = await addUser(database, 'curator')
    await sql`update movies set source = (select id from sources where name = 'Original work')
      where id in (${films[0]}, ${films[2]}, ${films[3]})`.execute(database.kysely)
    await sql`update movies set source = (select id from sources where name = 'Stage') where id = ${films[1]}`.execute(
      database.kysely,
    )
    await sql`insert into permissions (owner_type, owner_id, object_type, key, can_read, can_write, can_delete)
      select 1, ${userId}, 2, t.name, true, true, t.name = 'collection_movies' from adm_mediatypes t
      where t.name in ('movies', 'collections', 'collection_movies')`.execute(database.kysely)
    await sql`insert into permissions (owner_type, owner_id, object_type, object_id, can_read, can_write, can_delete)
      select 1, ${userId}, 1, id, true, true, false from sources where name = 'Original work'`.execute(database.kysely)
    const path = `collection/${id}`
    const data = await site.shown(path, 'films', 'curator')
    const [a, b, , d] = data.data.rows as unknown as [Row, Row, Row, Row]
    expect(b.values.movie ?? null).toBeNull()
    const moves = [{ row: d.id, before: a.id }]
    expect(await site.save(path, { films: { moves } }, {}, 'curator')).toMatchObject(SAVED)
    const first = (await shownFilms(id)).map((row) => (row as string[])[0])
    expect(first.filter((title) => title !== 'B')).toEqual(['D', 'A', 'C'])
    expect(first).toContain('B')
    const removed = await site.save(path, { films: { remove: [{ id: b.id, etag: b.etag ?? '' }] } }, {}, 'curator')
    expect(removed).toMatchObject(SAVED)
    expect((await shownFilms(id)).map((row) => (row as string[])[0])).toEqual(['D', 'A', 'C'])
  })

  it('[CT:relatedList] adds to each of several records', async () => {
    const [one, two] = [await site.collectionOf('A'), await site.collectionOf('B')]
    const relatedId = await site.film('For both')
    const item = `collection/${one.id},${two.id}`
    const answer = await site.save(
      item,
      { films: { add: [{ key: 'x', relatedId, values: { note: 'both' } }] } },
      { isBulkEdit: true },
    )
    expect(answer).toMatchObject(SAVED)
    expect(await shownFilms(one.id)).toEqual([
      ['A', null],
      ['For both', 'both'],
    ])
    expect(await shownFilms(two.id)).toEqual([
      ['B', null],
      ['For both', 'both'],
    ])
    const refused = await site.save(item, { films: { remove: [], moves: [] } }, { isBulkEdit: true })
    expect(pointersOf(refused)).toEqual(['/remove', '/moves'])
  })

  it('[CT:asyncRelatedList] [ERR:child-required.2] is saved from the other side too', async () => {
    const { id, films } = await site.collectionOf('A')
    const other = await site.collectionOf()
    const row = (
      await site.told(`select id::text, version::text from collection_movies where collection = ${id}`)
    )[0] as string[]
    const answer = await site.save(`film/${films[0]}`, {
      collections: {
        add: [{ key: 'c', relatedId: other.id, values: { note: 'here too' } }],
        remove: [{ id: Number(row[0]) }],
      },
    })
    expect(answer).toMatchObject(SAVED)
    expect([await shownFilms(id), await shownFilms(other.id)]).toEqual([[], [['A', 'here too']]])
  })
})

describe('an order of 2,000 rows', () => {
  it('[CT:orderedRelatedList] [VER:related-list-blocks] is read in blocks and moved by few statements', async () => {
    const { id } = await site.collectionOf()
    await sql`insert into movies (title, slug, status) select 'Long ' || n, 'long-' || n, 'draft' from generate_series(1, 2000) n`.execute(
      site.site.context.database.kysely,
    )
    await sql`insert into collection_movies (collection, movie, position)
      select ${id}, id, row_number() over (order by id) from movies where slug like 'long-%'`.execute(
      site.site.context.database.kysely,
    )
    const etag = await site.tagOf(`collection/${id}`)
    const first = await site.rows(`collection/${id}`)
    expect([first.rows.length, first.rowCount, first.pageCount]).toEqual([250, 2000, 8])
    const response = await site.site.get(`components/collection/${id}/films?page=7&pageSize=250`)
    const tail = ((await response.json()) as { data: { data: RelatedListData } }).data.data.rows
    const lastRow = tail.at(-1)?.id as number
    site.site.statements.length = 0
    const answer = await site.save(
      `collection/${id}`,
      { films: { moves: [{ row: lastRow, before: first.rows[0]?.id as number }] } },
      { etag },
    )
    expect(answer).toMatchObject(SAVED)
    expect(site.site.statements.length).toBeLessThan(80)
    const after = await site.rows(`collection/${id}`)
    expect(after.rows[0]?.id).toBe(lastRow)
    expect(after.rows[1]?.id).toBe(first.rows[0]?.id)
    expect(
      await site.told(
        `select count(distinct position)::text, max(position)::text from collection_movies where collection = ${id}`,
      ),
    ).toEqual([['2000', '2000']])
  })
})
