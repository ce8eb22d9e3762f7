import type { Catalog, MediaType, Relation } from '../catalog/catalog.ts'
import type { Problem } from '../errors.ts'
import { escaped, isObject, problem } from './body.ts'

/** A relation by query (specification, "Finder"). */
export interface Finder {
  /** Query string of the list of the related media type. */
  readonly query: string
  readonly mediaType: string
  /** Field whose values are the ids to relate. */
  readonly field: string
  readonly resultset: Resultset
}

const RESULTSETS = ['all', 'firstOrDefault', 'lastOrDefault'] as const
export type Resultset = (typeof RESULTSETS)[number]

/** Reads a finder; what is wrong goes into `problems`, and the answer is then null. */
export function readFinder(
  value: unknown,
  relation: Relation,
  catalog: Catalog,
  pointer: string,
  problems: Problem[],
): Finder | null {
  if (!isObject(value)) return null
  const before = problems.length
  for (const name of Object.keys(value)) {
    if (!['_type', '_href', '_field', '_resultset'].includes(name))
      problems.push(
        problem(`${pointer}/${escaped(name)}`, 'expected only _type, _href, _field and _resultset in a finder'),
      )
  }
  const resultset = RESULTSETS.find((each) => each === value._resultset)
  const allowed = relation.cardinality === 'one' ? RESULTSETS.slice(1) : RESULTSETS
  if (resultset === undefined || !allowed.includes(resultset)) {
    problems.push(problem(`${pointer}/_resultset`, `expected ${allowed.map((each) => `"${each}"`).join(' or ')}`))
  }
  const href = readHref(value._href)
  const related = catalog.mediaTypes.get(relation.to) as MediaType
  if (href === null || href.mediaType !== related.name) {
    const detail = `expected a list query on the related media type, such as "/api/v1/${related.name}?filter=…"`
    problems.push(problem(`${pointer}/_href`, detail))
  }
  const field = value._field ?? 'id'
  if (typeof field !== 'string' || !isReference(field, related)) {
    const detail = `expected "id", or a field of ${related.name} that refers to a record of ${related.name}`
    problems.push(problem(`${pointer}/_field`, detail))
  }
  if (problems.length > before || href === null || resultset === undefined) return null
  return { query: href.query, mediaType: related.name, field: String(field), resultset }
}

/** The media type and query of a list's address, absolute or from `/api/v1` on. */
function readHref(href: unknown): { readonly mediaType: string; readonly query: string } | null {
  if (typeof href !== 'string') return null
  const found = /^(?:https?:\/\/[^/?#]*)?\/api\/v1\/([a-z_][a-z0-9_]*)\/?(?:\?([^#]*))?(?:#.*)?$/.exec(href)
  return found === null ? null : { mediaType: found[1] as string, query: found[2] ?? '' }
}

/** Whether a field's values are ids of the related media type. */
function isReference(name: string, related: MediaType): boolean {
  if (name === 'id' || name === '_id') return true
  const relation = related.fields.get(name)?.relation
  return relation?.via.kind === 'column' && relation.to === related.name
}
