import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MediaType } from '../catalog/catalog.ts'
import { filters } from './test-filters.ts'
import { type Sight, sightOf } from './test-sight.ts'
import { type Row, TYPES, USERS, type World, worlds } from './test-world.ts'
import { type Asked, openWorldSite, type WorldSite } from './test-world-site.ts'

/** A caller's answers are the same, to the letter, when what is hidden from it is another or is not there at all. */

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_124)
const WORLDS = 6
const REQUESTS = 120

let site: WorldSite
beforeAll(async () => {
  site = await openWorldSite()
})
afterAll(() => site.close())

/** The columns of a type that refer to another one. */
function references(
  type: string,
): readonly { readonly column: string; readonly to: string; readonly required: boolean }[] {
  const { fields } = site.catalog().mediaTypes.get(type) as MediaType
  return [...fields.values()].flatMap(({ column, relation, stored, required }) =>
    relation === null || !stored ? [] : [{ column, to: relation.to, required }],
  )
}

/** The world without what is hidden from the viewer; a hidden record that must be referred to stays, with other contents. */
function withoutHidden(world: World, sight: Sight): World {
  const seen = new Map<string, ReadonlySet<number>>(
    TYPES.map((type) => [type, new Set(sight.visible(type).map(({ id }) => id))]),
  )
  const kept = new Map(TYPES.map((type) => [type as string, new Set(seen.get(type))]))
  for (const type of TYPES) {
    for (const row of sight.visible(type)) {
      for (const { column, to, required } of references(type)) {
        if (required && row[column] !== null) kept.get(to)?.add(row[column] as number)
      }
    }
  }
  for (const film of world.rows.films ?? []) {
    if (kept.get('films')?.has(film.id) && film.source !== null) kept.get('sources')?.add(film.source as number)
  }
  const rows = Object.entries(world.rows).map(([type, all]) => {
    const hiddenAs: Readonly<Record<string, string | number | null>> = { title: 'hidden', name: 'hidden', year: 7 }
    const own = all
      .filter(({ id }) => kept.get(type)?.has(id))
      .map((row): Row => {
        const changed = Object.fromEntries(
          Object.entries(row).map(([column, value]) => {
            const reference = references(type).find((each) => each.column === column)
            if (seen.get(type)?.has(row.id)) {
              const target = reference && seen.get(reference.to)?.has(value as number)
              return [column, reference && !reference.required && target !== true ? null : value]
            }
            // its source is what hides it
            if (column === 'id' || column === 'source') return [column, value]
            return [column, reference === undefined ? (hiddenAs[column] ?? value) : null]
          }),
        )
        return changed as Row
      })
    return [type, own] as const
  })
  const joins = world.joins.films_tags?.filter(
    ({ film, tag }) => seen.get('films')?.has(film as number) && seen.get('tags')?.has(tag as number),
  )
  return { ...world, rows: Object.fromEntries(rows), joins: { films_tags: joins ?? [] } }
}

const word = fc.constantFrom('amber', 'birch', 'hidden')
const id = fc.integer({ min: 1, max: 9 })

/** Reads of every kind, and writes that come to nothing. */
function requests(type: MediaType): fc.Arbitrary<Asked> {
  const { name } = type
  const fields = [...type.fields.values()].flatMap(({ name: field, relation }) => {
    const inner = relation === null ? undefined : site.catalog().mediaTypes.get(relation.to)?.fields.keys()
    return [field, ...[...(inner ?? [])].map((one) => `${field}[${one}]`)]
  })
  const keys = [...type.relations.keys()]
  const targets = [...new Set([...type.relations.values()].map(({ to }) => to))]
  const field = fc.constantFrom('id', ...fields)
  const list = fc
    .record(
      {
        filter: filters(type, site.catalog()),
        sort: fc.tuple(fc.constantFrom('', '-'), field).map((parts) => parts.join('')),
        include: fc.constantFrom('', ...targets),
        fields: fc.constantFrom('', keys.join(',')),
        pageSize: fc.constantFrom('1', '3', '600'),
        page: fc.constantFrom('0', '1', '2'),
        [`fields[${targets[0]}]`]: fc.constantFrom('', 'name', 'id'),
      },
      { noNullPrototype: true },
    )
    .chain((all) => fc.subarray(Object.entries(all).filter(([, value]) => value !== '')))
    .map((parameters) => ({ path: `/api/v1/${name}?${new URLSearchParams(parameters)}` }))
  const exported = list.map(({ path }) => ({ path, headers: { accept: 'text/csv' } }))
  const one = fc.tuple(id, fc.constantFrom('', ...targets.map((to) => `?include=${to}`), `?fields=${keys.join(',')}`))
  const aggregate = fc
    .record({
      _groupBy: fc.uniqueArray(field, { maxLength: 2 }),
      _aggregates: fc.constantFrom('count', 'countDistinct', 'min', 'max', 'sum').chain((_function) =>
        fc.tuple(
          field.map((_field) => ({ _function, _field, _as: 'value' })),
          fc.constant({ _function: 'count', _as: 'all' }),
        ),
      ),
      _filter: fc.option(filters(type, site.catalog())),
    })
    .map((body) => ({ method: 'POST', path: '/api/v1/aggregate-data', body: { _mediaType: name, ...body } }))
  const refused = fc
    .record({
      id,
      member: fc.constantFrom(...keys, ...type.fields.keys()),
      value: fc.oneof(id, fc.array(id, { maxLength: 2 }), word),
    })
    .map(({ id, member, value }) => ({
      method: 'PATCH',
      path: `/api/v1/${name}/${id}`,
      // the last member is unknown: whatever else is told of, nothing is written
      body: { [name]: [{ _links: { [member]: value }, nothing_of_the_kind: 1 }] },
    }))
  return fc.oneof(
    { weight: 6, arbitrary: list },
    { weight: 1, arbitrary: exported },
    { weight: 2, arbitrary: one.map(([record, query]) => ({ path: `/api/v1/${name}/${record}${query}` })) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(id, fc.constantFrom(...targets, 'nothing'))
        .map(([record, to]) => ({ path: `/api/v1/${name}/${record}/${to}` })),
    },
    { weight: 3, arbitrary: aggregate },
    { weight: 2, arbitrary: refused },
    {
      weight: 1,
      arbitrary: id.map((record) => ({
        method: 'DELETE',
        path: `/api/v1/${name}/${record}`,
        headers: { 'if-match': '"999.1"' },
      })),
    },
    { weight: 1, arbitrary: id.map((record) => ({ path: `/api/v2/history/${name}/${record}` })) },
  )
}

it('[P2.b] [P3] no answer to any request tells of a hidden record, its contents or its existence', async () => {
  const types = TYPES.map((name) => site.catalog().mediaTypes.get(name) as MediaType)
  const asked = fc.sample(fc.oneof(...types.map(requests)), { numRuns: WORLDS * USERS * REQUESTS, seed: SEED })
  const statuses = new Map<number, number>()
  let hidden = 0
  const property = fc.asyncProperty(worlds, async (world) => {
    for (let user = 0; user < USERS; user += 1) {
      const sight = sightOf(world, user)
      const mine = asked.splice(0, REQUESTS)
      await site.install(world)
      const before = []
      for (const each of mine) before.push(await site.ask(user, each))
      const less = withoutHidden(world, sight)
      hidden += TYPES.reduce((sum, type) => sum + (world.rows[type]?.length ?? 0) - (less.rows[type]?.length ?? 0), 0)
      await site.install(less)
      for (const [index, each] of mine.entries()) {
        const { status } = before[index] ?? {}
        statuses.set(status ?? 0, (statuses.get(status ?? 0) ?? 0) + 1)
        expect(await site.ask(user, each), `${user} ${JSON.stringify(each)}`).toEqual(before[index])
      }
    }
  })
  await fc.assert(property, { numRuns: WORLDS, seed: SEED, endOnFailure: true })
  expect(hidden).toBeGreaterThan(WORLDS * USERS * 5)
  for (const status of [200, 403, 404, 422]) expect([status, statuses.get(status)]).not.toEqual([status, undefined])
}, 300_000)
