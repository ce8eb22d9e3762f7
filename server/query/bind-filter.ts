import type { FilterListItem, FilterNode, FilterTerm } from '../../shared/filter-ast.ts'
import type { Field, MediaType, Relation } from '../catalog/catalog.ts'
import { AppError } from '../errors.ts'
import { type Binding, MAX_SUBSELECTS } from './bind.ts'
import { bindOperator, operatorOf, type TermSource, termError } from './bind-operator.ts'
import { unknownField } from './bind-order.ts'
import { bindCriteria, criteriaOf } from './content-criteria.ts'
import { all, EVERYTHING, isEverything, type Predicate } from './plan.ts'
import type { ReadRequest } from './request.ts'
import { findField } from './system-fields.ts'

/** How deep a children filter reaches: levels below the root. */
export interface ChildDepth {
  readonly default: number
  readonly max: number
}

/** Looks up the names of a filter and reads its values by their fields' types. */
export function bindFilter(node: FilterNode | null, type: MediaType, binding: Binding): Predicate {
  if (node === null) return EVERYTHING
  if (node.kind === 'term') return bindTerm(node, type, binding)
  const of = node.children.map((child) => bindFilter(child, type, binding))
  return node.operator === 'and' ? all(of) : { kind: 'any', of }
}

/** `<field>=<value>`: strict equality. */
export function bindEquals(equal: ReadRequest['equals'][number], type: MediaType, binding: Binding): Predicate {
  const source: TermSource = { parameter: equal.parameter }
  const term: FilterTerm = {
    kind: 'term',
    field: equal.field,
    ...(equal.relatedField === undefined ? {} : { relatedField: equal.relatedField }),
    operator: 'eq',
    value: { kind: 'text', text: equal.text, wildcards: [] },
    position: 0,
    valuePosition: 0,
  }
  return bindTerm(term, type, binding, source)
}

function bindTerm(
  term: FilterTerm,
  type: MediaType,
  binding: Binding,
  source: TermSource = { parameter: 'filter', term },
): Predicate {
  const field = findField(type, term.field)
  if (!field) throw unknownInTerm(type, term, source)
  if (term.relatedField !== undefined) return bindRelated(term, term.relatedField, field, type, binding, source)
  if (field.relation?.cardinality === 'many') return bindToMany(term, field, field.relation, binding, source)
  return bindStored(term, field, type, binding, source)
}

/** In a filter it says where the name stands; of a pair of names the second one begins after the bracket. */
function unknownInTerm(type: MediaType, { field: name, relatedField }: FilterTerm, source: TermSource): AppError {
  const { parameter, term } = source
  if (term === undefined) return unknownField(type, name, parameter)
  const isSecond = relatedField !== term.relatedField
  const position = term.position + (isSecond ? term.field.length + '['.length : 0)
  const detail = `filter: ${type.name} has no field named ${JSON.stringify(name)}, at position ${position}`
  const meta = { position, expected: `a field of ${type.name}` }
  return new AppError({ code: 'UNKNOWN_FIELD', parameter, detail, meta })
}

function bindRelated(
  term: FilterTerm,
  relatedField: string,
  field: Field,
  type: MediaType,
  binding: Binding,
  source: TermSource,
): Predicate {
  if (field.relation === null) {
    throw termError(source, term.position, `a relation before "[": ${field.name} of ${type.name} is none,`)
  }
  spend(binding, term, source)
  const related = binding.catalog.mediaTypes.get(field.relation.to) as MediaType
  const { relatedField: _, ...inner } = { ...term, field: relatedField }
  const where = all([bindTerm(inner, related, binding, source), binding.authority.visible(related.name)])
  return { kind: 'related', relation: field.relation.key, where }
}

/** A to-many relation holds what its related records' ids hold; `neq`, `notin` and emptiness are the complements. */
function bindToMany(
  term: FilterTerm,
  field: Field,
  relation: Relation,
  binding: Binding,
  source: TermSource,
): Predicate {
  const related = binding.catalog.mediaTypes.get(relation.to) as MediaType
  const exists = (where: Predicate): Predicate => ({
    kind: 'related',
    relation: relation.key,
    where: all([where, binding.authority.visible(related.name)]),
  })
  const id = findField(related, 'id') as Field
  const { complementOf: complement } = operatorOf(term, field, source)
  spend(binding, term, source)
  if (term.operator === 'isempty') {
    const empty = bindOperator(term, id, binding, source)
    const some = exists(EVERYTHING)
    return empty.kind === 'term' && empty.flag === true ? { kind: 'not', of: some } : some
  }
  if (complement === undefined) return exists(bindStored(term, id, related, binding, source))
  return { kind: 'not', of: exists(bindStored({ ...term, operator: complement }, id, related, binding, source)) }
}

function bindStored(term: FilterTerm, field: Field, type: MediaType, binding: Binding, source: TermSource): Predicate {
  const { relation } = field
  const visible = relation === null ? EVERYTHING : binding.authority.visible(relation.to)
  if (relation === null || isEverything(visible)) return bindValue(term, field, type, binding, source)
  return bindGuarded(term, field, type, { kind: 'related', relation: relation.key, where: visible }, binding, source)
}

/** A reference to a record that the caller may not read is no value at all [P3]. */
function bindGuarded(
  term: FilterTerm,
  field: Field,
  type: MediaType,
  readable: Predicate,
  binding: Binding,
  source: TermSource,
): Predicate {
  const { name, complementOf: complement } = operatorOf(term, field, source)
  spend(binding, term, source)
  const held = bindValue(
    complement === undefined ? term : { ...term, operator: complement },
    field,
    type,
    binding,
    source,
  )
  if (name === 'isempty') return held.kind === 'term' && held.flag === true ? { kind: 'not', of: readable } : readable
  const both: Predicate = { kind: 'all', of: [held, readable] }
  return complement === undefined ? both : { kind: 'not', of: both }
}

function bindValue(term: FilterTerm, field: Field, type: MediaType, binding: Binding, source: TermSource): Predicate {
  if (term.value.kind === 'list' && holdsIds(field) && term.value.items.some((item) => item.children)) {
    return bindSets(term, term.value.items, field, type, binding, source)
  }
  return bindOperator(term, field, binding, source)
}

/** Bounds what one read may ask of the database. */
function spend(binding: Binding, term: FilterTerm, source: TermSource): void {
  binding.subselects.left -= 1
  if (binding.subselects.left < 0)
    throw termError(source, term.position, `at most ${MAX_SUBSELECTS} terms over related records`)
}

function holdsIds(field: Field): boolean {
  return field.relation !== null || field.name === 'id'
}

function isTree(field: Field, type: MediaType): boolean {
  return field.relation !== null || selfRelations(type).length > 0
}

/**
 * Items of `in` and `notin` that stand for many ids: content criteria, and the inherited-children forms where there is
 * a tree. The others stay a list.
 */
function bindSets(
  term: FilterTerm,
  items: readonly FilterListItem[],
  field: Field,
  type: MediaType,
  binding: Binding,
  source: TermSource,
): Predicate {
  const negated = operatorOf(term, field, source).complementOf
  const operator = negated ?? term.operator
  const plain: FilterListItem[] = []
  const of: Predicate[] = []
  for (const item of items) {
    const criteria = operator === 'in' ? criteriaOf(item) : null
    const own = { ...term, operator, valuePosition: item.position ?? term.valuePosition }
    if (criteria !== null) of.push(bindAmong(criteria, own, field, type, binding, source))
    else if (item.children !== undefined && isTree(field, type))
      of.push(bindTree(own, item, field, type, binding, source))
    else plain.push(item)
  }
  if (plain.length > 0)
    of.push(bindOperator({ ...term, operator, value: { kind: 'list', items: plain } }, field, binding, source))
  const any: Predicate = of.length === 1 ? (of[0] as Predicate) : { kind: 'any', of }
  return negated === undefined ? any : { kind: 'not', of: any }
}

/** `contentcriteria:<id>` in a list of ids [D10.a]. */
function bindAmong(
  criteria: number,
  term: FilterTerm,
  field: Field,
  type: MediaType,
  binding: Binding,
  source: TermSource,
): Predicate {
  const target = field.relation === null ? type : (binding.catalog.mediaTypes.get(field.relation.to) as MediaType)
  const bound = bindCriteria(criteria, target, binding)
  if ('fault' in bound) {
    const expected = `content criteria of ${target.name} that can be used (${bound.fault})`
    throw termError(source, term.valuePosition, expected)
  }
  return { kind: 'term', field: field.name, operator: 'in', slot: bound.ids }
}

function bindTree(
  term: FilterTerm,
  item: FilterListItem,
  field: Field,
  type: MediaType,
  binding: Binding,
  source: TermSource,
): Predicate {
  spend(binding, term, source)
  const tree = field.relation === null ? type : (binding.catalog.mediaTypes.get(field.relation.to) as MediaType)
  const { depth: asked, column = tree.parentField ?? 'PARENT' } = item.children ?? {}
  const relation = selfRelations(tree).find((candidate) => candidate.field?.toLowerCase() === column.toLowerCase())
  if (!relation) {
    throw termError(
      source,
      term.valuePosition,
      `a column that makes ${tree.name} a tree in "[${column}]", or "$esc(:)" for a literal colon,`,
    )
  }
  const id = findField(tree, 'id') as Field
  const root = bindOperator(
    { ...term, operator: 'eq', value: { kind: 'text', text: item.text, wildcards: [] } },
    id,
    binding,
    source,
  )
  const max = binding.childDepth.max
  const depth =
    asked === undefined ? Math.min(binding.childDepth.default, max) : asked === 0 ? max : Math.min(asked, max)
  return {
    kind: 'tree',
    field: field.name,
    tree: tree.name,
    where: binding.authority.visible(tree.name),
    relation: relation.key,
    root: (root as { readonly slot: number }).slot,
    depth: binding.values.add(depth),
  }
}

/** Foreign keys of a media type to itself. */
function selfRelations(type: MediaType): readonly Relation[] {
  return [...type.relations.values()].filter((relation) => relation.to === type.name && relation.via.kind === 'column')
}
