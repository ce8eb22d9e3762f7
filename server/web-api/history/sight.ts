import { type Entity, type EntityId, SECRET_PLACEHOLDER } from '../../../shared/envelope.ts'
import type { RelatedNames } from '../../../shared/history.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { Rights } from '../../catalog/rights.ts'
import { seenCatalog } from '../../catalog/seen-catalog.ts'
import { type DataApiClient, DataApiError, entitiesOf } from '../../data-api/client.ts'
import { authority, readableTypes } from '../../query/authorize.ts'
import { EVERYTHING, Values } from '../../query/plan.ts'
import { FILES, type HistoryEntry, type ModifiedField } from '../../services/history/entry.ts'
import type { RecordKey } from '../../services/history/record-history.ts'
import type { RelationChange } from '../../write/changes.ts'

/** What of a history its reader may see [P2]. */
export interface Sight {
  /** Media types whose records the caller may be told of. */
  readonly readable: readonly string[]
  /** Some records of the type may be hidden from the caller. */
  readonly isPartial: (mediaType: string) => boolean
  /** A field whose values are never told, those from before it was one included. */
  readonly isSecret: (mediaType: string, field: string) => boolean
  /**
   * A field or relation that the caller is not to know of [P4]. Of one that is no more nobody can say from whom it was
   * hidden: whoever has not all rights is not told of it.
   */
  readonly isUnknown: (mediaType: string, name: string) => boolean
}

export function sightOf(catalog: Catalog, rights: Rights): Sight {
  const own = authority(catalog, rights, new Values())
  const seen = seenCatalog(catalog, rights)
  const has = ({ mediaTypes }: Catalog, of: string, name: string): boolean => {
    const type = mediaTypes.get(of)
    return type?.fields.has(name) === true || type?.relations.has(name) === true
  }
  return {
    isUnknown: (of, name) => !rights.unrestricted && name !== FILES && !has(seen, of, name),
    readable: readableTypes(catalog, rights),
    isPartial: (name) => catalog.mediaTypes.has(name) && own.visible(name) !== EVERYTHING,
    isSecret: (name, field) => catalog.mediaTypes.get(name)?.fields.get(field)?.type.placeholder !== undefined,
  }
}

/** The record as the caller reads it now; null: it is not there, or hidden, which is the same [P3]. */
export async function readRecord(
  dataApi: DataApiClient,
  { mediaType, id }: RecordKey,
  fields?: string,
): Promise<Entity | null> {
  try {
    const envelope = await dataApi.readOne(mediaType, id, { fields, hideMeta: 1, hideLinks: 1 })
    return entitiesOf(envelope, mediaType)[0] ?? null
  } catch (error) {
    if (error instanceof DataApiError && error.answeredStatus === 404) return null
    throw error
  }
}

export function versionOf({ _etag }: Entity): number {
  return Number.parseInt(_etag, 10)
}

type References = Map<string, Set<EntityId>>

/** The related records that entries speak of. */
export function referencesIn(entries: readonly HistoryEntry[]): References {
  const references: References = new Map()
  const note = (mediaType: string, ids: readonly unknown[]): void => {
    const known = references.get(mediaType) ?? new Set()
    references.set(mediaType, known)
    for (const id of ids.flat()) if (typeof id === 'number') known.add(id)
  }
  for (const entry of entries) {
    for (const change of Object.values(entry._modifiedFields)) {
      if (change.mediaType !== undefined) note(change.mediaType, [change.old, change.new])
    }
    for (const { mediaType, ids } of [...entry._addedRelations, ...entry._removedRelations]) note(mediaType, ids)
  }
  return references
}

/** The names of those that the caller can read; of a type without names their ids. */
export async function namesOf(references: References, dataApi: DataApiClient, catalog: Catalog): Promise<RelatedNames> {
  const named = await Promise.all(
    [...references].map(async ([mediaType, ids]) => {
      const type = catalog.mediaTypes.get(mediaType)
      if (type === undefined || ids.size === 0) return [mediaType, {}] as const
      const fields = type.nameField ?? 'id'
      const envelopes = await dataApi.readMany(mediaType, [...ids], { fields, hideMeta: 1, hideLinks: 1 })
      const entities = envelopes.flatMap((envelope) => entitiesOf(envelope, mediaType))
      const names = entities.map(({ _id, ...values }) => [_id, String(values[fields] ?? _id)] as const)
      return [mediaType, Object.fromEntries(names)] as const
    }),
  )
  return Object.fromEntries(named)
}

/**
 * Takes out the records that the caller cannot read, where some may be hidden; those that are gone elsewhere stay. What is
 * a secret by now is one in all of the history.
 *
 * @param of the media type whose record the entry is about.
 */
export function withoutHidden(entry: HistoryEntry, of: string, sight: Sight, names: RelatedNames): HistoryEntry {
  const isHidden = (mediaType: string, id: unknown): boolean =>
    typeof id === 'number' && sight.isPartial(mediaType) && names[mediaType]?.[id] === undefined
  const relations = (changes: readonly RelationChange[]): readonly RelationChange[] =>
    changes
      .filter(({ relation }) => !sight.isUnknown(of, relation))
      .map((change) => ({ ...change, ids: change.ids.filter((id) => !isHidden(change.mediaType, id)) }))
      .filter(({ ids }) => ids.length > 0)
  const seenIn = (mediaType: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.filter((id) => !isHidden(mediaType, id))
    return isHidden(mediaType, value) ? null : value
  }
  const field = ([name, change]: readonly [string, ModifiedField]): readonly (readonly [string, ModifiedField])[] => {
    if (sight.isUnknown(of, name)) return []
    const { mediaType } = change
    const values = Object.entries({ old: change.old, new: change.new }).filter(([, value]) => value !== undefined)
    if (sight.isSecret(of, name))
      return [[name, Object.fromEntries(values.map(([key, value]) => [key, veiled(value)]))]]
    if (mediaType === undefined) return [[name, change]]
    const seen = values.map(([key, value]) => [key, seenIn(mediaType, value)] as const)
    const nothingLeft = seen.every(([, value]) => value === null) && values.some(([, value]) => value !== null)
    return nothingLeft ? [] : [[name, { ...Object.fromEntries(seen), mediaType }]]
  }
  return {
    ...entry,
    _modifiedFields: Object.fromEntries(Object.entries(entry._modifiedFields).flatMap(field)),
    _addedRelations: relations(entry._addedRelations),
    _removedRelations: relations(entry._removedRelations),
  }
}

function veiled(value: unknown): unknown {
  return value === null ? null : SECRET_PLACEHOLDER
}
