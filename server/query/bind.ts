import type { Catalog, MediaType, Relation } from '../catalog/catalog.ts'
import type { Rights } from '../catalog/rights.ts'
import { seenCatalog } from '../catalog/seen-catalog.ts'
import { AppError } from '../errors.ts'
import { type Authority, authority } from './authorize.ts'
import { entityPlan } from './bind-entity.ts'
import { bindEquals, bindFilter, type ChildDepth } from './bind-filter.ts'
import { type BoundIncludes, bindIncludes } from './bind-include.ts'
import { bindOrder } from './bind-order.ts'
import {
  type BoundCriteria,
  bindListCriteria,
  type CriteriaOfList,
  type Expansion,
  type Expansions,
} from './content-criteria.ts'
import { countedTables } from './counted-tables.ts'
import type { PageLimits } from './parse.ts'
import { parameterError, refuseListParameters } from './parse.ts'
import { all, EVERYTHING, type Order, type Predicate, type ReadPlan, Values } from './plan.ts'
import type { ReadRequest } from './request.ts'

export interface ReadOptions extends PageLimits {
  readonly childDepth: ChildDepth
  /** Content criteria that the read may use; absent: none. */
  readonly expansions?: Expansions
}

/** A read with every name looked up, ready to be compiled. */
export interface BoundRead {
  readonly request: ReadRequest
  /** As the caller knows it, and what else the caller knows of the metadata. */
  readonly type: MediaType
  readonly catalog: Catalog
  readonly plan: ReadPlan
  readonly values: readonly unknown[]
  /** Names this read's count: equal for reads that count the same, empty for those that do not count. */
  readonly countKey: string
  readonly pageSize: number
  readonly mayCreate: boolean
  /** True when the body depends on more than the entity, on rights say, so that its tag must cover the body [D2]. */
  readonly shaped: boolean
}

/** What the parts of binding share. */
export interface Binding {
  readonly catalog: Catalog
  readonly values: Values
  readonly authority: Authority
  readonly childDepth: ChildDepth
  /** How many more terms may look at other records than the one they filter: each costs a subselect. */
  readonly subselects: { left: number }
  readonly expansions?: Expansions | undefined
  /** Content criteria whose records have a slot by now. */
  readonly criteria: Map<Expansion, BoundCriteria>
}

/** More than any real filter has. */
export const MAX_SUBSELECTS = 50

/**
 * Looks up the names of a read in the catalog and applies the caller's rights.
 *
 * @throws {AppError} UNKNOWN_MEDIA_TYPE, UNKNOWN_FIELD, PARAMETER, FILTER_SYNTAX or FORBIDDEN.
 */
export function bindRead(request: ReadRequest, whole: Catalog, rights: Rights, options: ReadOptions): BoundRead {
  const catalog = seenCatalog(whole, rights)
  const parent = mediaType(catalog, request.mediaType)
  const { target } = request
  const followed = target.kind === 'sublevel' ? declaredRelations(parent, target.child) : null
  const sublevel = followed === null ? null : sublevelRelations(followed, request)
  const type = followed === null ? parent : mediaType(catalog, (followed[0] as Relation).to)
  const values = new Values()
  const binding = bindingOf(catalog, rights, options, values)
  for (const name of new Set([parent.name, type.name])) {
    if (!binding.authority.mayRead(name)) {
      throw new AppError({ code: 'FORBIDDEN', detail: `you may not read ${name}` })
    }
  }
  const scoped = scope(request, sublevel, binding)
  const equals = request.equals.map((equal) => bindEquals(equal, type, binding))
  if (request.target.kind === 'one' || request.whole) refuseListParameters(request)
  const criteria = request.contentCriteria === null ? null : bindListCriteria(request.contentCriteria, type, binding)
  const where = all([
    scoped,
    criteria?.where ?? EVERYTHING,
    bindFilter(request.filter, type, binding),
    ...equals,
    binding.authority.visible(type.name),
  ])
  const shape = isSingle(request, sublevel) ? 'one' : 'many'
  const counted = !request.hideMeta && shape === 'many'
  const countKey =
    counted && binding.criteria.size === 0
      ? `${type.name} ${JSON.stringify(where)} ${countValues(values.list, rights)} ${rights.signature}`
      : ''
  // what criteria stand for differs from one time to the next, and names no count that anyone asks for again
  const tables =
    counted && binding.criteria.size === 0 ? countedTables(where, mediaType(whole, type.name), whole) : null
  const includes = bindIncludes(request, type, binding)
  const pageSize = effectivePageSize(request, options)
  const skipped = Math.min(Math.max(request.page, 0) * pageSize, Number.MAX_SAFE_INTEGER)
  const plan: ReadPlan = {
    revision: catalog.revision,
    type: type.name,
    shape,
    where,
    order: mainOrder(request, type, sublevel, criteria, binding),
    limit: shape === 'one' ? 1 : request.page < 0 ? 0 : pageSize,
    ...(skipped === 0 ? {} : { skip: { rows: values.add(skipped), within: powerOfFour(skipped + pageSize) } }),
    entity: mainEntity(request, type, includes, binding),
    linked: includes.linked,
    ...(tables === null ? {} : { counted: tables }),
    countNow: counted,
  }
  const shaped =
    request.include.length > 0 || request.fields !== null || request.ignoreAdmFields || !rights.unrestricted
  return {
    request,
    type,
    catalog,
    plan,
    values: values.list,
    countKey,
    pageSize,
    mayCreate: binding.authority.mayCreate(type.name),
    shaped,
  }
}

export function bindingOf(catalog: Catalog, rights: Rights, options: ReadOptions, values: Values): Binding {
  return {
    catalog,
    values,
    authority: authority(catalog, rights, values),
    childDepth: options.childDepth,
    subselects: { left: MAX_SUBSELECTS },
    expansions: options.expansions,
    criteria: new Map(),
  }
}

function powerOfFour(atLeast: number): number {
  let power = 256
  while (power < atLeast) power *= 4
  return power
}

export function mediaType(catalog: Catalog, name: string): MediaType {
  const found = catalog.mediaTypes.get(name)
  if (!found)
    throw new AppError({ code: 'UNKNOWN_MEDIA_TYPE', detail: `there is no media type named ${JSON.stringify(name)}` })
  return found
}

/** Relations that lead from the parent to a media type; or the one that has the name as its `_links` key, where none does. */
function declaredRelations(parent: MediaType, child: string): readonly Relation[] {
  const declared = [...parent.relations.values()].filter((relation) => relation.to === child)
  if (declared.length > 0) return declared
  const named = parent.relations.get(child)
  if (named !== undefined) return [named]
  throw new AppError({
    code: 'UNKNOWN_MEDIA_TYPE',
    detail: `${parent.name} has no declared relation to ${JSON.stringify(child)}`,
  })
}

/** Those of them that a sublevel read follows; only link objects under `ignoreadmfields`, unless something is included. */
function sublevelRelations(declared: readonly Relation[], request: ReadRequest): readonly Relation[] {
  const many = declared.filter((relation) => relation.cardinality === 'many')
  const candidates = many.length > 0 ? many : declared
  if (!request.ignoreAdmFields || request.include.length > 0) return candidates
  return candidates.filter((relation) => relation.kind === 'link-object')
}

function isSingle(request: ReadRequest, sublevel: readonly Relation[] | null): boolean {
  if (request.target.kind === 'one') return true
  return sublevel?.length === 1 && sublevel[0]?.cardinality === 'one'
}

function scope(request: ReadRequest, sublevel: readonly Relation[] | null, binding: Binding): Predicate {
  const { target } = request
  const { values, authority, catalog } = binding
  switch (target.kind) {
    case 'list':
      return all([])
    case 'one':
      return { kind: 'id', slot: values.add(knownId(target.id)) }
    case 'ids':
      return { kind: 'ids', slot: values.add(target.ids.map(knownId)) }
    case 'sublevel': {
      const parent: Predicate = all([
        { kind: 'id', slot: values.add(knownId(target.id)) },
        authority.visible(request.mediaType),
      ])
      const ways = (sublevel ?? []).map((relation): Predicate => {
        return { kind: 'related', relation: wayBack(relation, catalog).key, where: parent }
      })
      return ways.length === 1 ? (ways[0] as Predicate) : { kind: 'any', of: ways }
    }
  }
}

/** What is no id, or too large for one, names no record; 0 is never given. */
export function knownId(id: number | null): number {
  return id !== null && Number.isSafeInteger(id) ? id : 0
}

/** The same declared relation, seen from its other side. */
export function wayBack(relation: Relation, catalog: Catalog): Relation {
  const candidates = [...(catalog.mediaTypes.get(relation.to) as MediaType).relations.values()]
  return candidates.find((other) => other.id === relation.id && other.owned !== relation.owned) as Relation
}

function mainOrder(
  request: ReadRequest,
  type: MediaType,
  sublevel: readonly Relation[] | null,
  criteria: CriteriaOfList | null,
  binding: Binding,
): readonly Order[] {
  const keys = request.sort.byType.get(type.name) ?? request.sort.main ?? []
  if (keys.length > 0) return bindOrder(keys, type, binding, 'sort')
  if (criteria !== null) return [...criteria.order(), ...bindOrder([], type, binding, 'sort')]
  if (request.target.kind === 'ids' && !request.whole && type.nameField !== null) {
    return bindOrder([{ field: type.nameField, descending: false }], type, binding, 'sort')
  }
  const ordered = sublevel?.length === 1 ? sublevel[0] : undefined
  if (ordered?.via.kind === 'link' && ordered.via.orderColumn !== null && request.target.kind === 'sublevel') {
    const link = {
      relation: wayBack(ordered, binding.catalog).key,
      parent: binding.values.add(knownId(request.target.id)),
    }
    return [{ field: 'id', link, descending: false }, ...bindOrder([], type, binding, 'sort')]
  }
  return bindOrder([], type, binding, 'sort')
}

function mainEntity(request: ReadRequest, type: MediaType, includes: BoundIncludes, binding: Binding) {
  const requested = request.fields?.byType.get(type.name) ?? request.fields?.main ?? null
  return entityPlan(type, requested, includes.linksOf(null, type), binding, {
    parameter: request.fields?.byType.has(type.name) ? `fields[${type.name}]` : 'fields',
    linkObjectsOnly: request.ignoreAdmFields && request.include.length === 0,
    permissions: true,
    created: request.created === true,
  })
}

function effectivePageSize(request: ReadRequest, options: ReadOptions): number {
  if (request.whole && request.target.kind === 'ids') return Math.max(request.target.ids.length, 1)
  if (request.pageSize !== null) return request.pageSize
  if (request.target.kind === 'ids') return Math.min(Math.max(request.target.ids.length, 1), options.maxPageSize)
  return options.defaultPageSize
}

/** The caller's sources may be many; the signature of its rights stands for them. */
function countValues(values: readonly unknown[], rights: Rights): string {
  return JSON.stringify(values.map((value) => (value === rights.sources?.read ? 'sources' : value)))
}

/** Rejects `sort[x]` and `fields[x]` whose media type takes no part in the read. */
export function checkTypes(request: ReadRequest, allowed: ReadonlySet<string>): void {
  for (const [name, keyed] of [
    ['sort', request.sort],
    ['fields', request.fields],
  ] as const) {
    for (const key of keyed?.byType.keys() ?? []) {
      if (!allowed.has(key))
        throw parameterError(`${name}[${key}]`, `${key} is neither the media type read nor one that is included`)
    }
  }
}
