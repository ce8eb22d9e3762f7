import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defineMediaTypes, definePages } from '../catalog/define.ts'
import type { MediaTypeDocument } from '../catalog/document.ts'
import { openRelated, SAVED } from './test-related.ts'

const films = (field: string) => ({
  kind: 'many-to-many' as const,
  related: 'movies',
  field,
  linkTable: `evenings_${field}`,
  linkColumn: `${field}_evening`,
  linkRelatedColumn: `${field}_movie`,
  orderColumn: 'place',
})

/** Two relations lead from an evening to films, and one to guests. */
const TYPES: readonly MediaTypeDocument[] = [
  {
    name: 'evenings',
    label: 'Evening',
    labelPlural: 'Evenings',
    nameField: 'name',
    fields: [
      { name: 'name', label: 'Name', type: 'Text', required: true },
      { name: 'early', label: 'Early films', type: 'Related' },
      { name: 'late', label: 'Late films', type: 'Related' },
      { name: 'guests', label: 'Guests', type: 'Related' },
      { name: 'fixed', label: 'Fixed films', type: 'Related', readOnly: true },
    ],
    relations: [
      films('early'),
      films('late'),
      films('fixed'),
      {
        kind: 'many-to-many',
        related: 'people',
        field: 'guests',
        linkTable: 'evenings_guests',
        linkColumn: 'evening',
        linkRelatedColumn: 'person',
        orderColumn: 'place',
      },
    ],
  },
]

const listOf = (relation: string, order: number, configuration: object = {}) => ({
  key: relation,
  type: 'orderedRelatedList',
  order,
  configuration: { relation, ...configuration },
})

let site: Awaited<ReturnType<typeof openRelated>>
let id = 0
beforeAll(async () => {
  site = await openRelated()
  const { database, catalogs } = site.site.context
  const components = [
    listOf('early', 1, { columns: ['title'] }),
    listOf('late', 2, { columns: ['title'], filter: 'title_$sw_Late' }),
    listOf('guests', 3, { columns: ['name'] }),
    listOf('fixed', 4, { columns: ['title'], create: ['title', 'slug', 'status'] }),
  ]
  await database.transaction(async (tx) => {
    await defineMediaTypes(tx, TYPES)
    await definePages(tx, [{ key: 'evening', title: 'Evening', mediaType: 'evenings', components }])
  })
  await catalogs.refresh()
  const { rows } = await sql<{ id: string }>`insert into evenings (name) values ('Friday') returning id::text`.execute(
    database.kysely,
  )
  id = Number(rows[0]?.id)
}, 60_000)
afterAll(() => site.site.close())

const shownBy = async (key: string, name: string) =>
  (await site.rows(`evening/${id}`, key)).rows.map(({ values }) => values[name])

describe('lists of relations that lead to the same media type', () => {
  it('[CT:relatedList] make no record of a relation that cannot be changed', async () => {
    const values = { title: 'Nowhere', slug: 'nowhere', status: 'draft' }
    const refused = await site.save(`evening/${id}`, { fixed: { add: [{ key: 'a', values }] } })
    expect([refused.status, refused.errors?.[0]?.source]).toEqual([422, { pointer: '/components/0/data/add/0' }])
    expect(await site.told("select title from movies where slug = 'nowhere'")).toEqual([])
  })

  it('[CT:relatedList] [CT:orderedRelatedList] each show their own records, in their own order', async () => {
    const [early, late] = [await site.film('Early one'), await site.film('Late one')]
    const saved = await site.save(`evening/${id}`, {
      early: { add: [{ key: 'a', relatedId: early }] },
      late: {
        add: [
          { key: 'b', relatedId: late },
          { key: 'c', relatedId: early },
        ],
      },
    })
    expect(saved).toMatchObject(SAVED)
    expect(await shownBy('early', 'title')).toEqual(['Early one'])
    // its own filter hides the other
    expect(await shownBy('late', 'title')).toEqual(['Late one'])
    expect((await site.shown(`evening/${id}`, 'early')).schema.ordered).toBe(true)
    const etag = (await site.page(`evening/${id}`)).configuration.etag as string
    const moves = [{ row: early, before: late }]
    const movedTo = await site.save(`evening/${id}`, { late: { moves } }, { etag })
    expect(movedTo).toMatchObject(SAVED)
    const order = 'select late_movie from evenings_late order by place'
    expect(await site.told(order)).toEqual([String(early), String(late)])
    expect(await shownBy('early', 'title')).toEqual(['Early one'])
  })

  it('[CT:relatedList] have as many records as there are, whichever of the relations it is', async () => {
    const { kysely } = site.site.context.database
    const made = await sql<{ id: string }>`insert into evenings (name) values ('Long') returning id::text`.execute(
      kysely,
    )
    const long = Number(made.rows[0]?.id)
    await sql`with films as (insert into movies (title, slug, status)
        select 'Many', 'many-' || n, 'draft' from generate_series(1, 5001) n returning id)
      insert into evenings_early (early_evening, early_movie, place) select ${long}, id, id from films`.execute(kysely)
    const { rows, rowCount } = await site.rows(`evening/${long}`, 'early')
    expect([rows.length, rowCount]).toEqual([250, 5001])
    expect((await site.rows(`evening/${long}`, 'late')).rowCount).toBe(0)
  })

  it('[CT:orderedRelatedList] keeps the order of a relation without link objects', async () => {
    const [a, b, c] = [
      await site.named('people', 'A'),
      await site.named('people', 'B'),
      await site.named('people', 'C'),
    ]
    const add = [a, b].map((relatedId) => ({ key: `k${relatedId}`, relatedId }))
    expect(await site.save(`evening/${id}`, { guests: { add } })).toMatchObject(SAVED)
    expect((await site.shown(`evening/${id}`, 'guests')).schema).toMatchObject({ ordered: true, mediaType: 'people' })
    expect(await shownBy('guests', 'name')).toEqual(['A', 'B'])
    const edits = {
      add: [{ key: 'c', relatedId: c }],
      moves: [
        { row: b, before: a },
        { row: 'c', before: a },
      ],
    }
    const etag = (await site.page(`evening/${id}`)).configuration.etag as string
    expect(await site.save(`evening/${id}`, { guests: edits }, { etag })).toMatchObject(SAVED)
    expect(await shownBy('guests', 'name')).toEqual(['B', 'C', 'A'])
  })
})
