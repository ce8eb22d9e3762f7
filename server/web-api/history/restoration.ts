import type { Entity } from '../../../shared/envelope.ts'
import type { SkippedChange } from '../../../shared/history.ts'
import type { Field, MediaType } from '../../catalog/catalog.ts'
import { differenceOf } from '../../services/history/difference.ts'
import { FILES, type HistoryEntry } from '../../services/history/entry.ts'
import { membersBefore } from '../../services/history/members-before.ts'
import type { HistoryRequest } from './read.ts'
import { labelsOf } from './shown.ts'

/** What of a version is to be brought back. */
export interface Restoration {
  readonly values: Readonly<Record<string, unknown>>
  /** Ids by field, or by key in the record's `_links`. */
  readonly links: Readonly<Record<string, unknown>>
  readonly skipped: readonly SkippedChange[]
}

/**
 * What an update is to hold so that the record becomes what it was before some entries.
 *
 * @param entries oldest first.
 * @param exists whether the caller can read a related record.
 */
export function restoration(
  entries: readonly HistoryEntry[],
  current: Entity,
  { record, catalog, sight }: HistoryRequest,
  exists: (mediaType: string, id: unknown) => boolean,
): Restoration {
  const type = catalog.mediaTypes.get(record.mediaType) as MediaType
  const labels = labelsOf(type, catalog)
  const values: Record<string, unknown> = {}
  const links: Record<string, unknown> = {}
  const skipped: SkippedChange[] = []
  const gone = (mediaType: string, ids: readonly number[]) =>
    ({ reason: 'gone', mediaType, ids: sight.isPartial(mediaType) ? [] : ids }) as const

  const { fields, relations } = differenceOf(entries)
  const orders = [...fields.keys()].filter((name) => !type.fields.has(name) && type.relations.has(name))
  for (const [name, { old, mediaType }] of fields) {
    if (orders.includes(name) || sight.isUnknown(record.mediaType, name)) continue
    const field = type.fields.get(name)
    const skip = (why: Omit<SkippedChange, 'name' | 'label'>): void =>
      void skipped.push({ name, label: labels.field(name), ...why })
    if (name === FILES) skip({ reason: 'files' })
    else if (field === undefined) skip({ reason: 'unknown' })
    else if (!isWritable(field)) skip({ reason: field.readOnly ? 'read-only' : 'secret' })
    else if (field.relation === null) values[name] = old
    else if (old === null || exists(mediaType ?? field.relation.to, old)) links[name] = old
    else skip(gone(field.relation.to, [Number(old)]))
  }
  for (const key of new Set([...relations.keys(), ...orders])) {
    if (sight.isUnknown(record.mediaType, key)) continue
    const relation = type.relations.get(key)
    const skip = (why: Omit<SkippedChange, 'name' | 'label'>): void =>
      void skipped.push({ name: key, label: labels.relation(key), ...why })
    const field = relation?.field == null ? undefined : type.fields.get(relation.field)
    if (relation === undefined) skip({ reason: 'unknown' })
    else if (!relation.owned && field === undefined) skip({ reason: 'other-side' })
    else if (field?.readOnly) skip({ reason: 'read-only' })
    else {
      const now = linked(current, key)
      const before = membersBefore(entries, key, now)
      const present = new Set(now)
      const isThere = (id: number): boolean => present.has(id) || exists(relation.to, id)
      const missing = before.filter((id) => !isThere(id))
      if (missing.length > 0) skip(gone(relation.to, missing))
      const members = before.filter(isThere)
      links[key] = relation.cardinality === 'one' ? (members[0] ?? null) : members
    }
  }
  return { values, links, skipped }
}

/** The element of the update. */
export function elementOf({ values, links }: Restoration): Readonly<Record<string, unknown>> {
  return Object.keys(links).length === 0 ? values : { ...values, _links: links }
}

function isWritable({ readOnly, type }: Field): boolean {
  return !readOnly && type.placeholder === undefined
}

function linked({ _links }: Entity, key: string): readonly number[] {
  const value = _links?.[key]
  if (Array.isArray(value)) return value as readonly number[]
  return typeof value === 'number' ? [value] : []
}
