import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MediaType } from '../catalog/catalog.ts'
import { type Sight, sightOf } from './test-sight.ts'
import { requestsOf } from './test-sight-requests.ts'
import { type Row, TYPES, USERS, type World, worlds } from './test-world.ts'
import { openWorldSite, type WorldSite } from './test-world-site.ts'

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

it('[P2.b] [P3] no answer to any request tells of a hidden record, its contents or its existence', async () => {
  const types = TYPES.map((name) => site.catalog().mediaTypes.get(name) as MediaType)
  const asked = fc.sample(fc.oneof(...types.map((type) => requestsOf(type, site.catalog()))), {
    numRuns: WORLDS * USERS * REQUESTS,
    seed: SEED,
  })
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
