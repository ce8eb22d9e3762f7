import type { AggregateColumn } from '../../../shared/aggregate.ts'
import type { Field, MediaType } from '../../catalog/catalog.ts'
import { fieldTypes } from '../../field-types/index.ts'
import type { Binding } from '../bind.ts'
import type { Located, Locator } from './locate.ts'
import type { Group, Measure } from './plan.ts'
import type { Problems } from './problems.ts'
import type { AggregateFunction, GroupRequest, MeasureRequest } from './request.ts'

export interface BoundGroup {
  readonly group: Group
  readonly column: AggregateColumn
}

export interface BoundMeasure {
  readonly measure: Measure
  readonly column: AggregateColumn
}

/** Looks up a group's field; null when there is a problem with it. */
export function bindGroup(
  request: GroupRequest,
  locator: Locator,
  binding: Binding,
  problems: Problems,
): BoundGroup | null {
  const located = locator.locate(request.field)
  if (located === null) return null
  const { value, field, label, related } = located
  const common = { _name: request.as, _role: 'group', _label: label } as const
  if (request.interval !== null || request.timeZone !== null) {
    const time = bindTime(request, field, binding, problems)
    if (time === null) return null
    const column = { ...common, _type: time.type, _interval: time.group.interval }
    return { group: { value, elements: false, time: time.group }, column }
  }
  const { elements } = field.type
  if (elements === undefined && !field.type.sortable) {
    problems.add(request.field.pointer, `${field.name} (${field.type.name}) cannot be grouped by`)
    return null
  }
  const column = { ...common, _type: elements?.type ?? field.type.name, ...described(field, related) }
  return { group: { value, elements: elements !== undefined, time: null }, column }
}

function bindTime(
  { field: { pointer: at }, interval, timeZone, pointer }: GroupRequest,
  field: Field,
  binding: Binding,
  problems: Problems,
): { readonly group: NonNullable<Group['time']>; readonly type: string } | null {
  const known = problems.list.length
  const lies = field.type.inTime?.as
  if (lies === undefined) problems.add(at, `expected a date to group by an interval, not ${field.name}`)
  if (interval === null) problems.add(`${pointer}/_interval`, 'expected an interval beside a time zone')
  if (lies === 'day' && interval === 'hour') problems.add(`${pointer}/_interval`, `${field.name} holds days, no hours`)
  if (lies === 'day' && timeZone !== null)
    problems.add(`${pointer}/_timezone`, `${field.name} holds days, which are the same in every time zone`)
  if (timeZone !== null && !isTimeZone(timeZone))
    problems.add(`${pointer}/_timezone`, 'expected a time zone such as Europe/Berlin')
  if (problems.list.length > known || interval === null) return null
  const zone = binding.values.add(timeZone ?? 'UTC')
  return { group: { interval, zone }, type: interval === 'hour' ? 'DateTime' : 'Date' }
}

function isTimeZone(name: string): boolean {
  const read = fieldTypes.get('Timezone')?.parseText(name, NO_LIMITS)
  return read?.ok === true && read.value !== null
}

const NO_LIMITS = {
  ...{ name: 'timezone', label: 'Time zone', column: 'timezone', help: null, defaultValue: null },
  ...{ required: false, unique: false, readOnly: false, enumValues: [], props: {} },
}

/** Looks up an aggregate's field; null when there is a problem with it. */
export function bindMeasure(
  request: MeasureRequest,
  type: MediaType,
  locator: Locator,
  binding: Binding,
  problems: Problems,
): BoundMeasure | null {
  const common = { _name: request.as, _role: 'aggregate', _function: request.function } as const
  if (request.field === null) {
    const column = { ...common, _type: 'Integer', _label: type.labelPlural }
    return { measure: { function: request.function, value: null, where: null }, column }
  }
  const relation = type.fields.get(request.field.field)?.relation
  if (relation?.cardinality === 'many') {
    const only = request.field.relatedField === undefined && request.function === 'count'
    if (!only) {
      problems.add(
        request.field.pointer,
        `${request.field.field} has several values: group by it, or count the records`,
      )
      return null
    }
    const where = { kind: 'related', relation: relation.key, where: binding.authority.visible(relation.to) } as const
    const label = type.fields.get(request.field.field)?.label ?? ''
    return {
      measure: { function: 'count', value: null, where },
      column: { ...common, _type: 'Integer', _label: label },
    }
  }
  const located = locator.locate(request.field)
  if (located === null) return null
  const resultType = resultTypeOf(request.function, located)
  if (resultType === null) {
    problems.add(request.field.pointer, `${located.field.name} (${located.field.type.name}) has no ${request.function}`)
    return null
  }
  const own = resultType === located.field.type.name ? described(located.field, null) : {}
  return {
    measure: { function: request.function, value: located.value, where: null },
    column: { ...common, _type: resultType, _label: located.label, ...own },
  }
}

/** Null: the function makes no sense of such values. */
function resultTypeOf(name: AggregateFunction, { field, related }: Located): string | null {
  const { type } = field
  switch (name) {
    case 'count':
      return 'Integer'
    case 'countDistinct':
      return type.sortable ? 'Integer' : null
    case 'sum':
      return type.sums?.sum ?? null
    case 'avg':
      return type.sums?.average ?? null
    default:
      return type.sortable && related === null ? type.name : null
  }
}

function described(field: Field, related: string | null): Partial<AggregateColumn> {
  return {
    ...(related === null ? {} : { _relatedMediaType: related }),
    ...(field.enumValues.length === 0 ? {} : { _enumValues: field.enumValues }),
  }
}
