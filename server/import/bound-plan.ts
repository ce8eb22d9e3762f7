import type { Catalog, Field, MediaType, Relation } from '../catalog/catalog.ts'
import { findRelation } from '../query/bind-entity.ts'
import { findField } from '../query/system-fields.ts'
import type { ImportPlan } from './import-plan.ts'
import { type StyleName, styleNamed, type WrittenStyle } from './written-style.ts'

/** A plan with the fields and relations of the catalog in which it is carried out. */
export interface BoundPlan {
  readonly type: MediaType
  /** Column of the ids by which records are recognised; null: they are recognised by values. */
  readonly idColumn: string | null
  readonly values: readonly ValueColumn[]
  readonly relations: readonly RelationColumn[]
  /** Fields that a record is recognised by; null: all of them, lists included. */
  readonly key: ReadonlySet<string> | null
}

export interface ValueColumn {
  readonly column: string
  readonly field: Field
  readonly style: WrittenStyle | null
}

export interface RelationColumn {
  readonly column: string
  readonly field: Field
  readonly relation: Relation
  readonly many: boolean
  readonly target: RelatedTarget
}

export interface RelatedTarget {
  readonly type: MediaType
  /** By which its records are named; the field `id`: by their ids. */
  readonly field: Field
}

/** `assumed` are styles that are known to be meant, whatever the file looks like. */
export function bindPlan(
  { into, columns, key, styles }: ImportPlan,
  catalog: Catalog,
  assumed: readonly WrittenStyle[],
): BoundPlan {
  const type = typeOf(into, catalog)
  const fieldOf = (owner: MediaType, name: string): Field => {
    const field = findField(owner, name)
    if (field === undefined) throw new Error(`${owner.name} lost its field ${name}`)
    return field
  }
  return {
    type,
    idColumn: columns.find(({ field }) => field === 'id')?.column ?? null,
    values: columns
      .filter(({ field, related }) => related === null && field !== 'id')
      .map(({ column, field: name }) => {
        const field = fieldOf(type, name)
        return { column, field, style: styleOf(field, styles.get(column), assumed) }
      }),
    relations: columns.flatMap(({ column, field, many, related }) => {
      if (related === null) return []
      const relation = findRelation(type, field)
      if (relation === undefined) throw new Error(`${type.name} lost its relation ${field}`)
      const target = typeOf(related.mediaType, catalog)
      const own = { type: target, field: fieldOf(target, related.field) }
      return [{ column, field: fieldOf(type, field), relation, many, target: own }]
    }),
    key: key.length === 0 ? null : new Set(key),
  }
}

function styleOf(field: Field, found: StyleName | undefined, assumed: readonly WrittenStyle[]): WrittenStyle | null {
  const styles = [...assumed, ...(found === undefined ? [] : [styleNamed(found)])]
  return styles.find(({ parameterTypes }) => parameterTypes.includes(field.type.parameterType)) ?? null
}

function typeOf(name: string, catalog: Catalog): MediaType {
  const type = catalog.mediaTypes.get(name)
  if (type === undefined) throw new Error(`there is no media type ${name}`)
  return type
}

export function isIdTarget({ type, field }: RelatedTarget): boolean {
  return field.name === 'id' && !type.fields.has('id')
}
