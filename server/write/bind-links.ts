import type { Field, MediaType, Relation } from '../catalog/catalog.ts'
import { MAX_PROBLEMS, type Problem } from '../errors.ts'
import { findRelation } from '../query/bind-entity.ts'
import type { BoundColumn } from './bind-write.ts'
import { required } from './bind-write.ts'
import { isObject, problem } from './body.ts'

export type LinkOperation = 'Add' | 'Remove' | 'Replace'

/** A change of a relation; of a to-one foreign key of this record a column says the same. */
export interface BoundLink {
  readonly relation: Relation
  /** Field on this record by which the relation is edited. */
  readonly field: Field | null
  readonly operation: LinkOperation
  readonly ids: readonly number[]
  readonly pointer: string
}

const OPERATIONS: readonly unknown[] = ['Add', 'Remove', 'Replace'] satisfies LinkOperation[]

/** Reads the relations of a body [D3]. A to-one field becomes a column as well; the link has its id checked. */
export function bindLinks(
  members: Readonly<Record<string, { readonly value: unknown; readonly pointer: string }>>,
  type: MediaType,
  columns: Map<string, BoundColumn>,
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
    const field = relation.field === null ? undefined : type.fields.get(relation.field)
    if (field?.readOnly) continue
    if (links.has(relation.key)) {
      problems.push(problem(pointer, `expected the relation ${relation.key} once`))
      continue
    }
    const link = readLink(relation, field ?? null, value, pointer)
    if (typeof link === 'string') {
      problems.push(problem(pointer, `expected ${link}`))
      continue
    }
    if (relation.via.kind === 'column' && field !== undefined) {
      const id = link.operation === 'Remove' ? null : (link.ids[0] ?? null)
      if (id === null && field.required) {
        problems.push(required(field, pointer))
        continue
      }
      if (link.operation !== 'Remove') columns.set(field.name, { field, value: id, pointer })
    }
    links.set(relation.key, link)
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

/** The change, or what was expected instead. */
function readLink(relation: Relation, field: Field | null, value: unknown, pointer: string): BoundLink | string {
  const operation = isObject(value) ? value.operation : 'Replace'
  if (!OPERATIONS.includes(operation))
    return 'an id, a list of ids, or {"operation": "Add", "Remove" or "Replace", "values": …}'
  const values = isObject(value) ? value.values : value
  const list = values === null ? [] : Array.isArray(values) ? values : [values]
  if (!list.every(isId))
    return relation.cardinality === 'one' ? 'the id of a record, or null' : 'a list of ids of records'
  const ids = [...new Set(list as readonly number[])]
  if (relation.cardinality === 'one' && ids.length > 1) return 'one id at most'
  return { relation, field, operation: operation as LinkOperation, ids, pointer }
}

function isId(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}
