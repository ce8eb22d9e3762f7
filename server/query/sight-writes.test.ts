import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Entity, ErrorObject } from '../../shared/envelope.ts'
import type { RecordHistory } from '../../shared/history.ts'
import { recordOf } from './test-sight.ts'
import { FILM_RELATIONS, rowsOf, TARGETS, type Viewer } from './test-sight-terms.ts'
import { type Row, SCRATCH, TYPES } from './test-world.ts'
import { inWorlds, openWorldSite, type WorldSite } from './test-world-site.ts'

/** Writes and histories of random users in random worlds, against one plain predicate. */

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_123)
const WORLDS = 6
/** No record has this tag: who may write is told so, and nothing is written. */
const STALE = { 'if-match': '"999.1"' }

let site: WorldSite
beforeAll(async () => {
  site = await openWorldSite()
})
afterAll(() => site.close())

const each = (check: (viewer: Viewer) => Promise<void>) => inWorlds(site, { worlds: WORLDS, seed: SEED }, check)

async function write(viewer: Viewer, method: string, path: string, body?: object, headers = {}) {
  const { status, text } = await site.ask(viewer.user, {
    method,
    path: `/api/v1${path}`,
    ...(body && { body }),
    headers,
  })
  const { errors = [] } = text === '' ? {} : (JSON.parse(text) as { readonly errors?: readonly ErrorObject[] })
  return { status, code: errors[0]?.code ?? null, text }
}

const NAMES: Readonly<Record<string, string>> = { films: 'title', list_films: 'position', duels: 'first' }

it('[P1.a] [P3] [P3.a] what may not be written is 403, and what may not be read is as if it were not there', async () => {
  const seen = new Map<number, number>()
  await each(async (viewer) => {
    const { sight } = viewer
    for (const type of TYPES) {
      const empty = await write(viewer, 'POST', `/${type}`, { [type]: [{ nothing_of_the_kind: 1 }] })
      expect(empty.status, `POST ${type}: ${empty.text}`).toBe(sight.mayCreate(type) ? 400 : 403)
      for (const row of [...rowsOf(viewer, type), { id: 999 } as Row]) {
        const member = NAMES[type] ?? 'name'
        const body = { [type]: [{ [member]: row[member] ?? null }] }
        const answers = {
          write: await write(viewer, 'PATCH', `/${type}/${row.id}`, body, STALE),
          delete: await write(viewer, 'DELETE', `/${type}/${row.id}`, undefined, STALE),
        }
        const isThere = recordOf(viewer.world, type, row.id) !== undefined && sight.sees(type, row)
        const may = { write: sight.mayWrite(type, row), delete: sight.mayDelete(type, row) }
        for (const right of ['write', 'delete'] as const) {
          const { status } = answers[right]
          const expected = !isThere ? 404 : may[right] ? 412 : 403
          expect([type, row.id, right, status]).toEqual([type, row.id, right, expected])
          seen.set(status, (seen.get(status) ?? 0) + 1)
        }
      }
    }
  })
  for (const status of [403, 404, 412]) expect(seen.get(status)).toBeGreaterThan(WORLDS * 10)
}, 240_000)

it('[P3] a hidden record is related to as one that does not exist, and found by no finder', async () => {
  let refused = 0
  let taken = 0
  await inWorlds(site, { worlds: 5 * WORLDS, seed: SEED }, async (viewer) => {
    const { sight } = viewer
    const scratch = recordOf(viewer.world, 'films', SCRATCH) as Row
    if (!sight.sees('films', scratch) || !sight.mayWrite('films', scratch)) return
    const put = (links: object) => write(viewer, 'PATCH', `/films/${SCRATCH}`, { films: [{ _links: links }] })
    const linksNow = async () => {
      const { text } = await site.ask('root', { path: `/api/v1/films/${SCRATCH}` })
      return ((JSON.parse(text) as Record<string, readonly Entity[]>).films as readonly Entity[])[0]?._links ?? {}
    }
    for (const name of FILM_RELATIONS) {
      const type = TARGETS[name]
      const many = name === 'tags'
      const visible = sight.visible(type).map(({ id }) => id)
      const hidden = rowsOf(viewer, type).filter(({ id }) => !visible.includes(id))
      for (const { id } of hidden) {
        const [one, none] = [await put({ [name]: many ? [id] : id }), await put({ [name]: many ? [987] : 987 })]
        expect(one.status).toBe(422)
        expect(one.text.replaceAll(String(id), '987')).toBe(none.text.replaceAll(String(id), '987'))
        refused += 1
      }
      if (name === 'source') continue
      const finder = { _type: 'finder', _href: `/api/v1/${type}?sort=id`, _resultset: many ? 'all' : 'lastOrDefault' }
      const answer = await put({ [name]: many ? [finder] : finder })
      expect(answer.status, answer.text).toBe(200)
      const links = await linksNow()
      const held = [links[many ? 'tags[film]' : name] ?? []].flat()
      expect(held).toEqual(many ? visible : visible.slice(-1))
      taken += held.length
      expect(
        (
          await site.ask('root', {
            method: 'PATCH',
            path: `/api/v1/films/${SCRATCH}`,
            body: { films: [{ _links: { [name]: many ? [] : null } }] },
          })
        ).status,
      ).toBe(200)
    }
  })
  expect(Math.min(refused, taken)).toBeGreaterThan(WORLDS)
}, 240_000)

it('[P2.b] [P3] histories are told of visible records, and of what was visible in them', async () => {
  let told = 0
  const changed = [1, 2, 3]
  await inWorlds(
    site,
    {
      worlds: WORLDS,
      seed: SEED,
      prepare: async ({ rows }) => {
        for (const id of changed) {
          const maker = (((rows.films?.find((film) => film.id === id)?.maker as number | null) ?? 1) % 5) + 1
          const body = { films: [{ title: 'new title', _links: { maker, tags: [1, 2] } }] }
          expect((await site.ask('root', { method: 'PATCH', path: `/api/v1/films/${id}`, body })).status).toBe(200)
          await site.context.history.arrived({ mediaType: 'films', id })
        }
      },
    },
    async (viewer) => {
      const { sight } = viewer
      const isSeen = (type: string, id: unknown) => sight.visible(type).some((row) => row.id === id)
      for (const id of changed) {
        const film = recordOf(viewer.world, 'films', id) as Row
        const { status, text } = await site.ask(viewer.user, { path: `/api/v2/history/films/${id}` })
        expect(status, text).toBe(sight.sees('films', film) ? 200 : 404)
        if (status === 404) continue
        told += 1
        const [entry] = (JSON.parse(text) as RecordHistory).entries
        const old = film.maker as number | null
        const maker = ((old ?? 1) % 5) + 1
        const [before, after] = [isSeen('makers', old) ? old : null, isSeen('makers', maker) ? maker : null]
        const field = entry?.fields.find(({ name }) => name === 'maker')
        expect([field?.old ?? null, field?.new ?? null]).toEqual([before, after])
        const had = viewer.world.joins.films_tags?.filter((join) => join.film === id).map(({ tag }) => tag) ?? []
        const tags = entry?.relations.find(({ mediaType }) => mediaType === 'tags')
        const wanted = (ids: readonly (number | undefined)[]) => ids.filter((tag) => isSeen('tags', tag)).toSorted()
        expect(wanted(tags?.added ?? [])).toEqual(wanted([1, 2].filter((tag) => !had.includes(tag))))
        expect(tags?.added.length ?? 0).toBe(wanted([1, 2].filter((tag) => !had.includes(tag))).length)
        expect(tags?.removed.length ?? 0).toBe(wanted(had.filter((tag) => tag === 3)).length)
      }
    },
  )
  expect(told).toBeGreaterThan(3)
}, 240_000)
