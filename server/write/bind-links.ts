import type { Catalog, Field, MediaType, Relation } from '../catalog/catalog.ts'
import { MAX_PROBLEMS, type Problem } from '../errors.ts'
import { findRelation } from '../query/bind-entity.ts'
import { bindLinkFields } from './bind-link-fields.ts'
import { type BoundColumn, required } from './bind-write.ts'
import { escaped, isObject, problem } from './body.ts'
import { type Finder, readFinder } from './finder.ts'

export type LinkOperation = 'Add' | 'Remove' | 'Replace'

/** A change of a relation as the body says it; finders and local ids are not yet looked up. */
export interface BoundLink {
  readonly relation: Relation
  /** Field on this record by which the relation is edited. */
  readonly field: Field | null
  readonly operation: LinkOperation
  readonly values: readonly LinkValue[]
  readonly pointer: string
}

/** One record, or several by query, that a relation is to hold. */
export type LinkValue = {
  readonly pointer: string
  /** Values for the link object that joins the two records. */
  readonly columns?: readonly BoundColumn[]
} & (
  | { readonly kind: 'id'; readonly id: number }
  /** A record that an earlier operation of the same batch adds [D5]. */
  | { readonly kind: 'lid'; readonly lid: string }
  | { readonly kind: 'finder'; readonly finder: Finder }
)

const OPERATIONS: readonly unknown[] = ['Add', 'Remove', 'Replace'] satisfies LinkOperation[]

/** Reads the relations of a body (specification, "Create-body rules") [D3]. */
export function bindLinks(
  members: Readonly<Record<string, { readonly value: unknown; readonly pointer: string }>>,
  type: MediaType,
  catalog: Catalog,
  problems: Problem[],
): readonly BoundLink[] {
  const links = new Map<string, BoundLink>()
  for (const [key, { value, pointer }] of Object.entries(members)) {
    if (problems.length >= MAX_PROBLEMS) break
    const relation = findWritable(type, key)
    if (relation === undefined) {
      problems.push({ code: 'UNKNOWN_FIELD', pointer, detail: `${type.name} has no relation ${JSON.stringify(key)}` })
      continue
    }
    const field = (relation.field === null ? undefined : type.fields.get(relation.field)) ?? null
    if (field?.readOnly) continue
    if (links.has(relation.key)) {
      problems.push(problem(pointer, `expected the relation ${relation.key} once`))
      continue
    }
    const link = readLink(relation, field, value, pointer, catalog, problems)
    if (link === null) continue
    const emptied = relation.via.kind === 'column' && link.operation !== 'Remove' && link.values.length === 0
    if (emptied && field?.required) problems.push(required(field, pointer))
    else links.set(relation.key, link)
  }
  return [...links.values()]
}

/** A relation by its `_links` key, by its field, or by its media type where only one relation leads there. */
export function findWritable(type: MediaType, key: string): Relation | undefined {
  const exact = findRelation(type, key)
  if (exact !== undefined) return exact
  const toType = [...type.relations.values()].filter((relation) => relation.to === key)
  return toType.length === 1 ? toType[0] : undefined
}

function readLink(
  relation: Relation,
  field: Field | null,
  value: unknown,
  pointer: string,
  catalog: Catalog,
  problems: Problem[],
): BoundLink | null {
  const described = isObject(value) && !isReference(value)
  const operation = described ? value.operation : 'Replace'
  if (!OPERATIONS.includes(operation) || (described && !Object.hasOwn(value, 'values'))) {
    const forms =
      'an id, a finder ({"_type": "finder", "_href": …, "_resultset": …}), a list of these, or {"operation": "Add", "Remove" or "Replace", "values": …}'
    problems.push(problem(pointer, `expected ${forms}`))
    return null
  }
  const before = problems.length
  for (const name of described ? Object.keys(value) : []) {
    if (name !== 'operation' && name !== 'values')
      problems.push(problem(`${pointer}/${escaped(name)}`, 'expected only "operation" and "values"'))
  }
  const inner = described ? value.values : value
  const at = described ? `${pointer}/values` : pointer
  const values = Array.isArray(inner)
    ? inner.map((item, index) => readValue(item, relation, `${at}/${index}`, catalog, problems))
    : inner === null
      ? []
      : [readValue(inner, relation, at, catalog, problems)]
  if (problems.length > before) return null
  const known = distinct(values.filter((each) => each !== null))
  if (relation.cardinality === 'one' && known.length > 1) {
    problems.push(problem(pointer, 'expected one id at most'))
    return null
  }
  return { relation, field, operation: operation as LinkOperation, values: known, pointer }
}

/** An object that stands for a record rather than for a change. */
function isReference(value: Readonly<Record<string, unknown>>): boolean {
  return value._type === 'finder' || Object.hasOwn(value, '_lid') || Object.hasOwn(value, '_id')
}

function readValue(
  value: unknown,
  relation: Relation,
  pointer: string,
  catalog: Catalog,
  problems: Problem[],
): LinkValue | null {
  if (isId(value)) return { kind: 'id', id: value, pointer }
  if (isObject(value)) {
    if (value._type === 'finder') {
      const finder = readFinder(value, relation, catalog, pointer, problems)
      return finder === null ? null : { kind: 'finder', finder, pointer }
    }
    if (value._type !== undefined && value._type !== relation.to) {
      problems.push(problem(`${pointer}/_type`, `expected "finder", or "${relation.to}"`))
      return null
    }
    const columns = bindLinkFields(value, relation, catalog, pointer, problems)
    const own = columns.length === 0 ? {} : { columns }
    if (isId(value._id)) return { kind: 'id', id: value._id, pointer, ...own }
    if (typeof value._lid === 'string') return { kind: 'lid', lid: value._lid, pointer, ...own }
  }
  const expected = relation.cardinality === 'one' ? 'the id of a record, or null' : 'a list of ids of records'
  problems.push(problem(pointer, `expected ${expected}, or a finder`))
  return null
}

/** A record named twice is related once, where it is named first. */
function distinct(values: readonly LinkValue[]): readonly LinkValue[] {
  const seen = new Set<string>()
  return values.filter((value) => {
    if (value.kind === 'finder') return true
    const name = value.kind === 'id' ? String(value.id) : `lid ${value.lid}`
    return !seen.has(name) && seen.add(name)
  })
}

function isId(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}
