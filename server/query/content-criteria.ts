import type { FilterListItem, FilterNode } from '../../shared/filter-ast.ts'
import type { MediaType } from '../catalog/catalog.ts'
import type { AppError } from '../errors.ts'
import type { Binding } from './bind.ts'
import { parameterError } from './parse.ts'
import type { Order, Predicate, Slot } from './plan.ts'

/** Media type of the criteria themselves. */
export const CRITERIA_TYPE = 'content_criteria'

/** Criteria that one query may use: each costs a call. */
export const MAX_CRITERIA = 10

/** What criteria stand for: records of a media type, each once, in the criteria's own order. */
export interface Expansion {
  readonly mediaType: string
  readonly ids: readonly number[]
}

/** Criteria that stand for nothing: what is wrong with them, or that they could not be asked for. */
export type Expanded = Expansion | { readonly unusable: string } | { readonly failed: AppError }

/** Criteria by their ids [D10]. */
export type Expansions = (id: number, mediaType: string) => Expanded

/** Expands criteria, whoever asks: the asking query applies its caller's rights to what they stand for. */
export type ExpandCriteria = (ids: readonly number[]) => Promise<ReadonlyMap<number, Expanded>>

const UNKNOWN: Expanded = { unusable: 'there are none with this id' }

/**
 * Binds a query twice where it uses criteria: first to learn which, as far as its names and the caller's rights hold,
 * then with what they stand for. A query without any is bound once and calls nobody.
 */
export async function bindExpanded<T>(
  bind: (expansions: Expansions) => T,
  expand: ExpandCriteria | undefined,
): Promise<T> {
  const asked = new Set<number>()
  const bound = bind((id, mediaType) => {
    asked.add(id)
    if (asked.size > MAX_CRITERIA) return { unusable: `at most ${MAX_CRITERIA} of them can be used at once` }
    return { mediaType, ids: [] }
  })
  if (asked.size === 0) return bound
  if (expand === undefined) return bind(() => ({ unusable: 'they cannot be expanded here' }))
  return bind(expansionsOf(await expand([...asked])))
}

export function expansionsOf(expanded: ReadonlyMap<number, Expanded>): Expansions {
  return (id) => expanded.get(id) ?? UNKNOWN
}

/** The id in an item `contentcriteria:<id>` of a list; null for any other item. */
export function criteriaOf({ text, children }: FilterListItem): number | null {
  if (text !== 'contentcriteria' || children?.depth === undefined || children.column !== undefined) return null
  return children.depth
}

/** Criteria that a filter names, whatever the fields that they are compared with. */
export function usedBy(node: FilterNode | null): readonly number[] {
  if (node === null) return []
  if (node.kind === 'group') return node.children.flatMap(usedBy)
  return node.value.kind === 'list' ? node.value.items.flatMap((item) => criteriaOf(item) ?? []) : []
}

/** Records that criteria stand for, in the order of their ids, which has a slot of its own. */
export interface BoundCriteria {
  readonly ids: Slot
  /** Where each of them stands in the criteria's order; null when that is the order of the ids. */
  readonly ranks: readonly number[] | null
}

/** Looks up criteria of a media type; what is wrong with them is told where they are named. */
export function bindCriteria(
  id: number,
  type: MediaType,
  binding: Binding,
): BoundCriteria | { readonly fault: string } {
  const expanded = mayUse(binding) ? (binding.expansions?.(id, type.name) ?? UNKNOWN) : UNKNOWN
  if ('failed' in expanded) throw expanded.failed
  const fault = faultOf(expanded, type.name)
  if (fault !== null || 'unusable' in expanded) return { fault: `content criteria ${id}: ${fault}` }
  const known = binding.criteria.get(expanded)
  if (known !== undefined) return known
  const bound = inOrderOfIds(expanded.ids, binding)
  binding.criteria.set(expanded, bound)
  return bound
}

/** `contentcriteria=<id>`: a condition, and the order of the rows where none is asked for [D10]. */
export interface CriteriaOfList {
  readonly where: Predicate
  /** Takes a value of the statement: a plan that does without must not have it. */
  readonly order: () => readonly Order[]
}

export function bindListCriteria(id: number, type: MediaType, binding: Binding): CriteriaOfList {
  const bound = bindCriteria(id, type, binding)
  if ('fault' in bound) throw parameterError('contentcriteria', bound.fault)
  const { ids, ranks } = bound
  return {
    where: { kind: 'ids', slot: ids },
    order: () =>
      ranks === null ? [] : [{ field: 'id', rank: { ids, ranks: binding.values.add(ranks) }, descending: false }],
  }
}

/** Criteria are records: who may not read them has none to use [P3]. */
function mayUse({ authority, catalog }: Binding): boolean {
  return catalog.mediaTypes.has(CRITERIA_TYPE) && authority.mayRead(CRITERIA_TYPE)
}

function faultOf(expanded: Exclude<Expanded, { readonly failed: AppError }>, wanted: string): string | null {
  if ('unusable' in expanded) return expanded.unusable
  return expanded.mediaType === wanted ? null : `expected such of ${wanted}, they are of ${expanded.mediaType}`
}

function inOrderOfIds(ids: readonly number[], { values }: Binding): BoundCriteria {
  if (ids.every((id, index) => index === 0 || id > (ids[index - 1] as number)))
    return { ids: values.add(ids), ranks: null }
  const ranked = ids.map((id, rank) => ({ id, rank })).sort((a, b) => a.id - b.id)
  return {
    ids: values.add(ranked.map(({ id }) => id)),
    ranks: ranked.map(({ rank }) => rank),
  }
}
