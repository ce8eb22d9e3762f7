import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AggregateAnswer } from '../../shared/aggregate.ts'
import type { Entity, Envelope } from '../../shared/envelope.ts'
import type { Relation } from '../catalog/catalog.ts'
import { FILM_RELATIONS, filter, relatedTo, rowsOf, TARGETS, type Viewer } from './test-sight-terms.ts'
import { type Row, TYPES, USERS } from './test-world.ts'
import { inWorlds, openWorldSite, type WorldSite } from './test-world-site.ts'

/** Every way of reading, of random users in random worlds, against one plain predicate. */

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_122)
const WORLDS = 6

let site: WorldSite
beforeAll(async () => {
  site = await openWorldSite()
})
afterAll(() => site.close())

const each = (check: (viewer: Viewer) => Promise<void>) => inWorlds(site, { worlds: WORLDS, seed: SEED }, check)

const relationsOf = (type: string): readonly Relation[] => [
  ...(site.catalog().mediaTypes.get(type)?.relations.values() ?? []),
]
const idsOf = (rows: readonly { readonly id: number }[]): readonly number[] => rows.map(({ id }) => id)
const sorted = (ids: Iterable<number>): readonly number[] => [...new Set(ids)].sort((a, b) => a - b)

async function read({ user }: Viewer, path: string): Promise<Envelope | null> {
  const { status, text } = await site.ask(user, { path: `/api/v1${path}` })
  expect([200, 403], `${path}: ${text}`).toContain(status)
  return status === 200 ? (JSON.parse(text) as Envelope) : null
}
const entities = (envelope: Envelope | null, type: string): readonly Entity[] | null =>
  envelope === null ? null : (envelope[type] as readonly Entity[])
const found = async (viewer: Viewer, path: string, type: string): Promise<readonly number[] | null> =>
  entities(await read(viewer, path), type)?.map(({ _id }) => _id) ?? null

it('[P1] [P2] [P2.b] [P3] lists, counts, single reads and `_permissions` agree with the plain predicate', async () => {
  let hidden = 0
  await each(async (viewer) => {
    const { sight } = viewer
    for (const type of TYPES) {
      const envelope = await read(viewer, `/${type}?pageSize=600`)
      expect(envelope === null, type).toBe(!sight.mayRead(type))
      if (envelope === null) continue
      const seen = sight.visible(type)
      hidden += rowsOf(viewer, type).length - seen.length
      expect(entities(envelope, type)?.map(({ _id }) => _id)).toEqual(idsOf(seen))
      expect(envelope._meta?._filterRowCount).toBe(seen.length)
      expect(envelope._permissions).toEqual({ can_create: sight.mayCreate(type) })
      const rights = seen.map((row) => ({
        can_write: sight.mayWrite(type, row),
        can_delete: sight.mayDelete(type, row),
      }))
      expect(entities(envelope, type)?.map(({ _permissions }) => _permissions)).toEqual(rights)
      for (const row of [...rowsOf(viewer, type), { id: 999 }]) {
        const one = await read(viewer, `/${type}/${row.id}`)
        expect(one?.[type]).toHaveLength(seen.includes(row as Row) ? 1 : 0)
      }
      const all = rowsOf(viewer, type).map(({ id }) => id)
      expect(await found(viewer, `/${type}/${all.join(',')}?sort=id`, type)).toEqual(idsOf(seen))
    }
  })
  expect(hidden).toBeGreaterThan(WORLDS * 10)
}, 120_000)

it('[P2.b] [P3] links, includes and sublevels hold what the plain predicate shows', async () => {
  await each(async (viewer) => {
    const { sight } = viewer
    for (const type of TYPES.filter(sight.mayRead)) {
      const relations = relationsOf(type)
      const keys = relations.map(({ key }) => key)
      const shown = entities(await read(viewer, `/${type}?pageSize=600&fields=${keys.join(',')}`), type) ?? []
      for (const row of sight.visible(type)) {
        const links = shown.find(({ _id }) => _id === row.id)?._links ?? {}
        for (const relation of relations) {
          const value = links[relation.key] as number | readonly number[] | null
          const held = value === null ? [] : [value].flat()
          expect(sorted(held), `${type}/${row.id} ${relation.key}`).toEqual(sorted(sight.related(row, relation)))
        }
      }
      for (const to of new Set(relations.map((relation) => relation.to))) {
        const ways = relations.filter((relation) => relation.to === to)
        await checkSublevel(viewer, type, to, ways)
        if (new Set(ways.map(({ id }) => id)).size > 1) continue
        const way = ways.find(({ owned }) => owned) ?? (ways[0] as Relation)
        const linked = (await read(viewer, `/${type}?pageSize=600&include=${to}`))?._linked[to] ?? []
        const expected = sorted(sight.visible(type).flatMap((row) => sight.related(row, way)))
        expect(sorted(linked.map(({ _id }) => _id))).toEqual(expected)
      }
    }
  })
}, 240_000)

async function checkSublevel(viewer: Viewer, type: string, to: string, ways: readonly Relation[]): Promise<void> {
  const { sight } = viewer
  const many = ways.filter(({ cardinality }) => cardinality === 'many')
  const candidates = many.length > 0 ? many : ways
  for (const row of rowsOf(viewer, type)) {
    const ids = await found(viewer, `/${type}/${row.id}/${to}?pageSize=600`, to)
    if (!sight.mayRead(to)) expect(ids).toBeNull()
    else {
      const expected = sight.sees(type, row) ? candidates.flatMap((way) => sight.related(row, way)) : []
      expect(sorted(ids ?? []), `${type}/${row.id}/${to}`).toEqual(sorted(expected))
    }
  }
}

it('[P2.b] [P3] filters, children forms, exports and counts find what the plain predicate shows', async () => {
  const samples = fc.sample(filter, { numRuns: WORLDS * USERS * 25, seed: SEED })
  let matched = 0
  await each(async (viewer) => {
    if (!viewer.sight.mayRead('films')) return
    for (const { filter: text, holds } of samples.splice(0, 25)) {
      const expected = idsOf(viewer.sight.visible('films').filter((film) => holds(film, viewer)))
      const query = `filter=${encodeURIComponent(text)}`
      const listed = await read(viewer, `/films?pageSize=600&${query}`)
      expect(
        entities(listed, 'films')?.map(({ _id }) => _id),
        text,
      ).toEqual(expected)
      expect(listed?._meta?._filterRowCount, text).toBe(expected.length)
      const asked = { path: `/api/v1/films?fields=id&${query}`, headers: { accept: 'application/x-ndjson' } }
      const exported = (await site.ask(viewer.user, asked)).text.split('\n').filter((line) => line !== '')
      expect(
        exported.map((line) => JSON.parse(line)._id),
        text,
      ).toEqual(expected)
      matched += expected.length
    }
  })
  expect(matched).toBeGreaterThan(WORLDS * 10)
}, 120_000)

it('[P3] records are in the order of what the caller sees of them', async () => {
  const keys = FILM_RELATIONS.filter((name) => name !== 'tags').flatMap((name) => [name, `${name}[name]`])
  await each(async (viewer) => {
    if (!viewer.sight.mayRead('films')) return
    for (const key of keys) {
      const [name] = key.split('[') as [keyof typeof TARGETS]
      const keyOf = (film: Row): string | number | null => {
        const [id] = relatedTo(film, name, viewer)
        if (id === undefined) return null
        return key === name ? id : (rowsOf(viewer, TARGETS[name]).find((row) => row.id === id)?.name ?? null)
      }
      for (const sign of [1, -1]) {
        const expected = viewer.sight.visible('films').toSorted((a, b) => {
          const [first, second] = [keyOf(a), keyOf(b)]
          if (first === null || second === null) {
            if (first !== second) return first === null ? 1 : -1
          } else if (first !== second) return first < second ? -sign : sign
          return sign * (a.id - b.id)
        })
        const path = `/films?pageSize=600&sort=${sign < 0 ? '-' : ''}${key}`
        expect(await found(viewer, path, 'films'), path).toEqual(idsOf(expected))
      }
    }
  })
}, 120_000)

it('[P2.b] [X27.a] aggregates count what the plain predicate shows', async () => {
  await each(async (viewer) => {
    const { sight, user } = viewer
    for (const name of FILM_RELATIONS) {
      for (const field of [name, `${name}[name]`]) {
        const body = {
          _mediaType: 'films',
          _groupBy: [field],
          _aggregates: [
            { _function: 'count', _as: 'films' },
            { _function: 'countDistinct', _field: 'maker', _as: 'makers' },
            { _function: 'sum', _field: 'year', _as: 'years' },
          ],
          _pageSize: 600,
        }
        const { status, text } = await site.ask(user, { method: 'POST', path: '/api/v1/aggregate-data', body })
        expect(status, text).toBe(sight.mayRead('films') ? 200 : 403)
        if (status === 403) continue
        const { _rows, _linked } = JSON.parse(text) as AggregateAnswer
        const nameOf = (id: number) => rowsOf(viewer, TARGETS[name]).find((row) => row.id === id)?.name ?? null
        const groups = Map.groupBy(
          sight.visible('films').flatMap((film) => {
            const held = relatedTo(film, name, viewer).map((id) => (field === name ? id : nameOf(id)))
            return (held.length === 0 ? [null] : held).map((value) => ({ value, film }))
          }),
          ({ value }) => value,
        )
        const expected = [...groups].map(([value, members]) => {
          const makers = members.flatMap(({ film }) => relatedTo(film, 'maker', viewer))
          const years = members.flatMap(({ film }) => (film.year === null ? [] : [film.year as number]))
          const sum = years.length === 0 ? null : years.reduce((total, year) => total + year, 0)
          return [value, members.length, new Set(makers).size, sum]
        })
        const inOrder = (rows: readonly (readonly unknown[])[]) => rows.map((row) => JSON.stringify(row)).sort()
        expect(inOrder(_rows), JSON.stringify([field, user])).toEqual(inOrder(expected))
        const linked = Object.entries(_linked).flatMap(([type, all]) => all.map(({ _id }) => [type, _id] as const))
        for (const [type, id] of linked) expect(idsOf(sight.visible(type))).toContain(id)
      }
    }
  })
}, 120_000)
