import type { Field, MediaType } from '../catalog/catalog.ts'
import { AppError } from '../errors.ts'
import type { Binding } from './bind.ts'
import { EVERYTHING, isEverything, type Order } from './plan.ts'
import type { SortKey } from './request.ts'
import { findField } from './system-fields.ts'

/** Looks up sort keys; the id comes last, so that every order is total and pages never overlap. */
export function bindOrder(
  keys: readonly SortKey[],
  type: MediaType,
  binding: Binding,
  parameter: string,
): readonly Order[] {
  const orders = keys.map((key) => bindKey(key, type, binding, parameter))
  if (orders.some((order) => order.field === 'id' && !order.related && !order.link)) return orders
  return [...orders, { field: 'id', descending: keys.at(-1)?.descending ?? false }]
}

function bindKey(key: SortKey, type: MediaType, binding: Binding, parameter: string): Order {
  const field = findField(type, key.field)
  if (!field) throw unknownField(type, key.field, parameter)
  if (!field.stored || !field.type.sortable) throw notSortable(type, key.field, parameter)
  if (key.relatedField === undefined) return plainOrder(field, key.descending, binding)
  if (field.relation === null) {
    throw new AppError({
      code: 'PARAMETER',
      parameter,
      detail: `${parameter}: ${key.field} of ${type.name} is no relation`,
    })
  }
  const related = binding.catalog.mediaTypes.get(field.relation.to) as MediaType
  const target = findField(related, key.relatedField)
  if (!target) throw unknownField(related, key.relatedField, parameter)
  if (!target.stored || !target.type.sortable) throw notSortable(related, key.relatedField, parameter)
  return {
    field: field.name,
    related: { relation: field.relation.key, field: target.name, where: binding.authority.visible(related.name) },
    descending: key.descending,
  }
}

/** A reference to a record that the caller may not read sorts like none [P3]. */
function plainOrder({ name, relation }: Field, descending: boolean, binding: Binding): Order {
  const where = relation === null ? EVERYTHING : binding.authority.visible(relation.to)
  if (relation === null || isEverything(where)) return { field: name, descending }
  return { field: name, related: { relation: relation.key, field: 'id', where }, descending }
}

export function unknownField(type: MediaType, name: string, parameter: string): AppError {
  return new AppError({
    code: 'UNKNOWN_FIELD',
    parameter,
    detail: `${parameter}: ${type.name} has no field named ${JSON.stringify(name)}`,
  })
}

function notSortable(type: MediaType, name: string, parameter: string): AppError {
  return new AppError({
    code: 'PARAMETER',
    parameter,
    detail: `${parameter}: ${type.name} cannot be sorted by ${name}`,
  })
}
