import type { AggregateColumn } from '../../../shared/aggregate.ts'
import type { FilterNode } from '../../../shared/filter-ast.ts'
import type { Catalog, Field, MediaType } from '../../catalog/catalog.ts'
import type { Rights } from '../../catalog/rights.ts'
import { seenCatalog } from '../../catalog/seen-catalog.ts'
import { AppError } from '../../errors.ts'
import type { FieldType } from '../../field-types/field-type.ts'
import { fieldTypes } from '../../field-types/index.ts'
import { type Binding, bindingOf, mediaType, type ReadOptions } from '../bind.ts'
import { entityPlan } from '../bind-entity.ts'
import { bindFilter } from '../bind-filter.ts'
import { bindCriteria } from '../content-criteria.ts'
import { all, EVERYTHING, type Predicate, Values } from '../plan.ts'
import type { SortKey } from '../request.ts'
import { bindGroup, bindMeasure } from './bind-columns.ts'
import { Locator } from './locate.ts'
import type { AggregatePlan, Linked, PlannedColumn } from './plan.ts'
import type { Problems } from './problems.ts'
import type { AggregateRequest } from './request.ts'

export interface BoundAggregate {
  readonly plan: AggregatePlan
  readonly values: readonly unknown[]
  readonly columns: readonly AggregateColumn[]
}

/**
 * Looks up the names of an aggregate query in the catalog and applies the caller's rights.
 *
 * @throws {AppError} UNKNOWN_MEDIA_TYPE or FORBIDDEN; otherwise with all that `problems` gathered.
 */
export function bindAggregate(
  request: AggregateRequest,
  whole: Catalog,
  rights: Rights,
  options: ReadOptions,
  problems: Problems,
): BoundAggregate {
  const catalog = seenCatalog(whole, rights)
  const type = problems.in('/_mediaType', () => mediaType(catalog, request.mediaType))
  if (type === null) throw problems.error()
  const values = new Values()
  const binding = bindingOf(catalog, rights, options, values)
  if (!binding.authority.mayRead(type.name))
    throw new AppError({ code: 'FORBIDDEN', pointer: '/_mediaType', detail: `you may not read ${type.name}` })

  const locator = new Locator(type, binding, problems)
  const groups = request.groups.flatMap((group) => bindGroup(group, locator, binding, problems) ?? [])
  const measures = request.measures.flatMap((one) => bindMeasure(one, type, locator, binding, problems) ?? [])
  const columns = [...groups, ...measures].map(({ column }) => column)
  refuseDoubles(request, problems)
  const complete = problems.list.length === 0
  const filter = problems.in('/_filter', () => bindFilter(request.filter, type, binding)) ?? EVERYTHING
  const criteria = criteriaOf(request, type, binding, problems)
  // columns that are not there for another problem's sake need not be missed once more
  const having = complete ? bindHaving(request.having, columns, binding, problems) : EVERYTHING
  const order = complete ? bindOrder(request.sort, columns, groups.length, problems) : []
  if (problems.list.length > 0) throw problems.error()

  const skipped = Math.min(Math.max(request.page, 0) * request.pageSize, Number.MAX_SAFE_INTEGER)
  const plan: AggregatePlan = {
    revision: catalog.revision,
    type: type.name,
    where: all([filter, criteria, binding.authority.visible(type.name)]),
    joins: locator.joins,
    groups: groups.map(({ group }) => group),
    measures: measures.map(({ measure }) => measure),
    columns: columns.map(({ _name: name, _type }) => ({ name, type: _type })),
    having,
    order,
    limit: values.add(request.page < 0 ? 0 : request.pageSize),
    skip: values.add(skipped),
    linked: linkedOf(columns, binding),
  }
  return { plan, values: values.list, columns }
}

function criteriaOf(
  { contentCriteria }: AggregateRequest,
  type: MediaType,
  binding: Binding,
  problems: Problems,
): Predicate {
  if (contentCriteria === null) return EVERYTHING
  const bound = bindCriteria(contentCriteria, type, binding)
  if (!('fault' in bound)) return { kind: 'ids', slot: bound.ids }
  problems.add('/_contentCriteria', bound.fault)
  return EVERYTHING
}

/** What the result's columns are to filters: the fields of a media type of their own. */
export function resultType(columns: readonly PlannedColumn[], groups: number): MediaType {
  const fields = columns.map(({ name, type }, index): [string, Field] => {
    const column = index < groups ? `g${index + 1}` : `a${index - groups + 1}`
    return [name, { ...NO_FIELD, name, label: name, column, type: fieldTypes.get(type) as FieldType }]
  })
  return { ...NO_TYPE, fields: new Map(fields) }
}

const NO_FIELD = {
  ...{ required: false, unique: false, readOnly: true, stored: true, indexed: false, defaultValue: null },
  ...{ enumValues: [], props: {}, help: null, relation: null, columnType: null },
}

const NO_TYPE: Omit<MediaType, 'fields'> = {
  ...{ name: 'the result', label: '', labelPlural: '', table: '', keyColumn: 'id', versionSource: 'version' },
  ...{ foreign: false, system: false, isLink: false, hasFile: false },
  ...{ blockWrite: true, blockDelete: true, blockCreate: true },
  ...{ insertedColumn: null, nameField: null, sourceField: null, parentField: null, relations: new Map() },
}

function refuseDoubles(request: AggregateRequest, problems: Problems): void {
  const seen = new Set<string>()
  for (const { as, pointer } of [...request.groups, ...request.measures]) {
    if (seen.has(as)) problems.add(pointer, `a column is named ${as} already: expected another name in "_as"`)
    seen.add(as)
  }
}

function bindHaving(
  node: FilterNode | null,
  columns: readonly AggregateColumn[],
  binding: Binding,
  problems: Problems,
): Predicate {
  if (node === null) return EVERYTHING
  const result = resultType(
    columns.map(({ _name: name, _type: type }) => ({ name, type })),
    columns.filter(({ _role }) => _role === 'group').length,
  )
  const named = withColumnNames(node, (name) => {
    if (!result.fields.has(name)) problems.add('/_having', unknownColumn(name, columns), 'UNKNOWN_FIELD')
  })
  if (problems.list.length > 0) return EVERYTHING
  return problems.in('/_having', () => bindFilter(named, result, binding)) ?? EVERYTHING
}

/** `<field>[<related_field>]` is the name of one column here. */
function withColumnNames(node: FilterNode, check: (name: string) => void): FilterNode {
  if (node.kind === 'group') return { ...node, children: node.children.map((child) => withColumnNames(child, check)) }
  const { relatedField, ...term } = node
  const field = columnName(node.field, relatedField)
  check(field)
  return { ...term, field }
}

function bindOrder(
  sort: readonly SortKey[],
  columns: readonly AggregateColumn[],
  groups: number,
  problems: Problems,
): AggregatePlan['order'] {
  const keys = sort.map((key) => {
    const name = columnName(key.field, key.relatedField)
    const column = columns.findIndex(({ _name }) => _name === name)
    if (column < 0) problems.add('/_sort', unknownColumn(name, columns), 'UNKNOWN_FIELD')
    return { column, descending: key.descending }
  })
  const rest = Array.from({ length: groups }, (_, column) => ({ column, descending: false }))
  return [...keys, ...rest.filter(({ column }) => !keys.some((key) => key.column === column))]
}

function columnName(field: string, relatedField: string | undefined): string {
  return relatedField === undefined ? field : `${field}[${relatedField}]`
}

function unknownColumn(name: string, columns: readonly AggregateColumn[]): string {
  return `there is no column named ${JSON.stringify(name)}: expected one of ${columns.map(({ _name }) => _name).join(', ')}`
}

/** Entities in plain form, as an include shows them. */
function linkedOf(columns: readonly AggregateColumn[], binding: Binding): readonly Linked[] {
  const types = [...new Set(columns.flatMap(({ _relatedMediaType: name }) => name ?? []))]
  return types.map((name) => {
    const type = binding.catalog.mediaTypes.get(name) as MediaType
    const entity = entityPlan(type, null, [], binding, {
      parameter: 'fields',
      linkObjectsOnly: false,
      permissions: !binding.authority.unrestricted,
    })
    return { entity, columns: columns.flatMap(({ _relatedMediaType }, at) => (_relatedMediaType === name ? [at] : [])) }
  })
}
