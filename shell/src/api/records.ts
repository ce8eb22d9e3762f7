import type { Entity, EntityId, Envelope } from '../../../shared/envelope.ts'
import { printFilter, term } from '../../../shared/filter-print.ts'
import type { RelatedLabel } from '../../../shared/page.ts'
import { dataApi } from './client.ts'
import { deleting } from './deletions.ts'

/** Where the records of a relation are found and which of their fields labels them. */
export interface RelatedType {
  readonly mediaType: string
  readonly labelField: string
}

/** Records whose label contains the text, by label; all of them when it is blank. */
export async function searchRelated(
  type: RelatedType,
  text: string,
  pageSize: number,
  signal?: AbortSignal,
): Promise<RelatedLabel[]> {
  const query = new URLSearchParams({
    fields: type.labelField,
    pageSize: String(pageSize),
    sort: type.labelField,
    hideLinks: '1',
  })
  if (text.trim() !== '') query.set('filter', printFilter(term(type.labelField, 'ct', text.trim())))
  return labelled(type, await dataApi<Envelope>(`${type.mediaType}?${query}`, { signal }))
}

/** The labels of the given records; those that cannot be read are left out. */
export async function loadLabels(
  type: RelatedType,
  ids: readonly EntityId[],
  signal?: AbortSignal,
): Promise<RelatedLabel[]> {
  if (ids.length === 0) return []
  const query = new URLSearchParams({ fields: type.labelField, pageSize: String(ids.length), hideLinks: '1' })
  return labelled(type, await dataApi<Envelope>(`${type.mediaType}/${ids.join(',')}?${query}`, { signal }))
}

/** A record as it was when it was read. */
export interface RecordVersion {
  readonly mediaType: string
  readonly id: EntityId
  /** The server refuses to write when the record has moved on from this tag. */
  readonly etag: string
}

/** @param confirmLoss the user knows which data a change of metadata destroys. */
export function deleteRecord(record: RecordVersion, confirmLoss = false): Promise<void> {
  return deleting(() => dataApi(recordPath(record, confirmLoss), { method: 'DELETE', headers: ifMatch(record) }))
}

function recordPath({ mediaType, id }: RecordVersion, confirmLoss: boolean): string {
  return `${mediaType}/${id}${confirmLoss ? '?confirmLoss=true' : ''}`
}

function ifMatch({ etag }: RecordVersion): Readonly<Record<string, string>> {
  return { 'if-match': `"${etag}"` }
}

function labelled(type: RelatedType, envelope: Envelope): RelatedLabel[] {
  return entities(envelope, type.mediaType).map((entity) => ({
    id: entity._id,
    label: String(entity[type.labelField] ?? `#${entity._id}`),
  }))
}

function entities(envelope: Envelope, mediaType: string): readonly Entity[] {
  const found = envelope[mediaType]
  return Array.isArray(found) ? (found as Entity[]) : []
}
