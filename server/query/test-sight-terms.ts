import fc from 'fast-check'
import type { Catalog, Relation } from '../catalog/catalog.ts'
import type { Sight } from './test-sight.ts'
import { type Row, WORDS, type World } from './test-world.ts'

/** Someone in a world, with what they should see of it. */
export interface Viewer {
  readonly world: World
  readonly user: number
  readonly sight: Sight
  readonly catalog: Catalog
}

export const rowsOf = ({ world }: Viewer, type: string): readonly Row[] => world.rows[type] ?? []

/** A term on films, and whether it holds for one, as far as the viewer can tell. */
export interface Term {
  readonly filter: string
  readonly holds: (film: Row, viewer: Viewer) => boolean
}

export const FILM_RELATIONS = ['maker', 'studio', 'source', 'tags'] as const
export const TARGETS = { maker: 'makers', studio: 'studios', source: 'sources', tags: 'tags' } as const
export type FilmRelation = (typeof FILM_RELATIONS)[number]

export function relatedTo(film: Row, name: FilmRelation, { sight, catalog }: Viewer): readonly number[] {
  const relation = catalog.mediaTypes.get('films')?.fields.get(name)?.relation as Relation
  return sight.related(film, relation)
}

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 })
const byId = fc.record({ name: fc.constantFrom(...FILM_RELATIONS), ids }).chain(({ name, ids }): fc.Arbitrary<Term> => {
  const some = (film: Row, viewer: Viewer) => relatedTo(film, name, viewer).some((id) => ids.includes(id))
  const first = (film: Row, viewer: Viewer) => relatedTo(film, name, viewer).includes(ids[0] as number)
  const none = (film: Row, viewer: Viewer) => relatedTo(film, name, viewer).length === 0
  return fc.constantFrom<Term>(
    { filter: `${name}_$in(${ids})`, holds: some },
    { filter: `${name}_$notin(${ids})`, holds: (...given) => !some(...given) },
    { filter: `${name}_$eq_${ids[0]}`, holds: first },
    { filter: `${name}_$neq_${ids[0]}`, holds: (...given) => !first(...given) },
    { filter: `${name}_$isempty_true`, holds: none },
    { filter: `${name}_$isempty_false`, holds: (...given) => !none(...given) },
  )
})
const byName = fc
  .record({ name: fc.constantFrom(...FILM_RELATIONS), word: fc.constantFrom(...WORDS, 'studio 1'), not: fc.boolean() })
  .map(
    ({ name, word, not }): Term => ({
      filter: `${name}[name]_$${not ? 'neq' : 'eq'}_${word}`,
      holds: (film, viewer) => {
        const related = rowsOf(viewer, TARGETS[name]).filter(({ id }) => relatedTo(film, name, viewer).includes(id))
        return related.some((row) => (row.name === word) !== not)
      },
    }),
  )
const byTree = fc
  .record({
    name: fc.constantFrom('studio' as const, 'source' as const),
    root: fc.integer({ min: 1, max: 6 }),
    depth: fc.integer({ min: 1, max: 3 }),
    not: fc.boolean(),
  })
  .map(
    ({ name, root, depth, not }): Term => ({
      filter: `${name}_$${not ? 'notin' : 'in'}(${root}:${depth})`,
      holds: (film, viewer) =>
        relatedTo(film, name, viewer).some((id) => under(id, TARGETS[name], root, depth, viewer)) !== not,
    }),
  )
const byMakersSource = fc.integer({ min: 1, max: 6 }).map(
  (source): Term => ({
    filter: `maker[source]_$eq_${source}`,
    holds: (film, viewer) => {
      const makers = rowsOf(viewer, 'makers').filter(({ id }) => relatedTo(film, 'maker', viewer).includes(id))
      return makers.some(
        (maker) => maker.source === source && viewer.sight.visible('sources').some(({ id }) => id === source),
      )
    },
  }),
)
const term = fc.oneof(byId, byName, byTree, byMakersSource)
/** Filters on films by what they are related to. */
export const filter: fc.Arbitrary<Term> = fc.oneof(
  term,
  fc.tuple(term, term, fc.boolean()).map(([one, other, both]) => ({
    filter: `${one.filter}_$${both ? 'and' : 'or'}_${other.filter}`,
    holds: (...given: Parameters<Term['holds']>) =>
      both ? one.holds(...given) && other.holds(...given) : one.holds(...given) || other.holds(...given),
  })),
)

/** In the tree of what the viewer sees, at most `depth` levels below the root. */
function under(id: number, type: string, root: number, depth: number, viewer: Viewer): boolean {
  const row = viewer.sight.visible(type).find((each) => each.id === id)
  if (row === undefined) return false
  if (id === root) return true
  return depth > 0 && typeof row.parent === 'number' && under(row.parent, type, root, depth - 1, viewer)
}
