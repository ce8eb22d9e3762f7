import type { Catalog, Field, MediaType, Relation } from './catalog.ts'
import type { FieldLimits, Rights } from './rights.ts'

const kept = new WeakMap<Catalog, Map<string, Catalog>>()
/** Different limits there are catalogs for at a time; groups that have some are few. */
const MOST = 200

/**
 * The catalog as a caller knows it: fields that are hidden from it are not there, nor are relations that they show, from
 * either side; fields that it may only read are read-only [P4]. Names are bound against this one. Statements are written
 * with the whole one, since rights go by fields that may be hidden.
 */
export function seenCatalog(catalog: Catalog, { fields, signature }: Rights): Catalog {
  if (fields === undefined || fields.size === 0) return catalog
  const known = kept.get(catalog) ?? new Map<string, Catalog>()
  kept.set(catalog, known)
  const seen = known.get(signature) ?? limited(catalog, fields)
  if (known.size >= MOST) known.clear()
  known.set(signature, seen)
  return seen
}

function limited(catalog: Catalog, limits: NonNullable<Rights['fields']>): Catalog {
  const hidden = hiddenRelations(catalog, limits)
  const mediaTypes = [...catalog.mediaTypes.values()].map((type) => limitedType(type, limits.get(type.name), hidden))
  return { ...catalog, mediaTypes: new Map(mediaTypes.map((type) => [type.name, type])) }
}

/** Both directions of what a hidden field leads to. */
function hiddenRelations({ mediaTypes }: Catalog, limits: NonNullable<Rights['fields']>): ReadonlySet<Relation> {
  const hidden = new Set<Relation>()
  for (const [name, { hidden: fields }] of limits) {
    for (const field of fields) {
      const relation = mediaTypes.get(name)?.fields.get(field)?.relation
      if (relation == null) continue
      for (const other of mediaTypes.get(relation.to)?.relations.values() ?? []) {
        if (other.id === relation.id && other.to === name) hidden.add(other)
      }
      for (const own of mediaTypes.get(name)?.relations.values() ?? []) {
        if (own.id === relation.id && own.to === relation.to) hidden.add(own)
      }
    }
  }
  return hidden
}

function limitedType(type: MediaType, limits: FieldLimits | undefined, hidden: ReadonlySet<Relation>): MediaType {
  const isHidden = ({ name, relation }: Field): boolean =>
    limits?.hidden.has(name) === true || (relation !== null && hidden.has(relation))
  const fields = [...type.fields.values()]
    .filter((field) => !isHidden(field))
    .map((field) => (limits?.readOnly.has(field.name) === true ? { ...field, readOnly: true } : field))
  const names = new Map(fields.map((field) => [field.name, field]))
  const named = (name: string | null): string | null => (name !== null && names.has(name) ? name : null)
  return {
    ...type,
    fields: names,
    relations: new Map([...type.relations].filter(([, relation]) => !hidden.has(relation))),
    nameField: named(type.nameField),
    parentField: named(type.parentField),
  }
}
