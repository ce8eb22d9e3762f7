import type { Field, MediaType } from '../../catalog/catalog.ts'
import type { Binding } from '../bind.ts'
import { EVERYTHING } from '../plan.ts'
import { findField } from '../system-fields.ts'
import type { Join, Value } from './plan.ts'
import type { Problems } from './problems.ts'
import type { FieldName } from './request.ts'

/** Where a column's values come from. */
export interface Located {
  readonly value: Value
  readonly field: Field
  readonly label: string
  /** Media type whose ids the values are; null: they are no ids of a relation. */
  readonly related: string | null
  /** The row may have several. */
  readonly many: boolean
}

/** More relations with several records each would multiply every row too often. */
const MAX_MANY_JOINS = 3

/** Looks up the fields of an aggregate query and the relations that lead to them, each joined once. */
export class Locator {
  readonly joins: Join[] = []
  private many = 0
  private readonly type: MediaType
  private readonly binding: Binding
  private readonly problems: Problems

  constructor(type: MediaType, binding: Binding, problems: Problems) {
    this.type = type
    this.binding = binding
    this.problems = problems
  }

  /** The field itself: of a to-many relation, the ids of the joined records. */
  locate(name: FieldName): Located | null {
    const field = this.find(this.type, name.field, name.pointer)
    if (field === null) return null
    if (name.relatedField !== undefined) return this.locateRelated(name, field, name.relatedField)
    const related = field.relation?.to ?? null
    const many = field.relation?.cardinality === 'many'
    const join = many ? this.join(field, name.pointer) : null
    if (many && join === null) return null
    const value: Value = many
      ? { join, field: 'id', visible: EVERYTHING }
      : { join, field: field.name, visible: this.visible(related) }
    return { value, field, label: field.label, related, many }
  }

  private locateRelated(name: FieldName, field: Field, relatedField: string): Located | null {
    if (field.relation === null) {
      this.problems.add(name.pointer, `${field.name} of ${this.type.name} is no relation`)
      return null
    }
    const owner = this.binding.catalog.mediaTypes.get(field.relation.to) as MediaType
    const target = this.find(owner, relatedField, name.pointer)
    if (target === null) return null
    if (target.relation?.cardinality === 'many') {
      this.problems.add(name.pointer, `expected a field of ${owner.name} with one value, not ${target.name}`)
      return null
    }
    const join = this.join(field, name.pointer)
    if (join === null) return null
    const related = target.relation?.to ?? null
    const value = { join, field: target.name, visible: this.visible(related) }
    const many = field.relation.cardinality === 'many'
    return { value, field: target, label: `${field.label}: ${target.label}`, related, many }
  }

  private find(type: MediaType, name: string, pointer: string): Field | null {
    const field = findField(type, name)
    if (field === undefined) {
      this.problems.add(pointer, `${type.name} has no field named ${JSON.stringify(name)}`, 'UNKNOWN_FIELD')
      return null
    }
    if (field.type.placeholder !== undefined) {
      this.problems.add(pointer, `expected a field whose values may be told, not ${field.name} (${field.type.name})`)
      return null
    }
    return field
  }

  private join({ relation, name }: Field, pointer: string): number | null {
    const key = relation?.key as string
    const known = this.joins.findIndex((join) => join.relation === key)
    if (known >= 0) return known
    if (relation?.cardinality === 'many') this.many += 1
    if (this.many > MAX_MANY_JOINS) {
      this.problems.add(pointer, `expected at most ${MAX_MANY_JOINS} relations to several records, not ${name} as well`)
      return null
    }
    return this.joins.push({ relation: key, where: this.visible(relation?.to ?? null) }) - 1
  }

  private visible(related: string | null) {
    return related === null ? EVERYTHING : this.binding.authority.visible(related)
  }
}
