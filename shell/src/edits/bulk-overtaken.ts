import type { ErrorObject } from '../../../shared/envelope.ts'
import type { BulkEdit, BulkRecord } from './editor.ts'
import { listed } from './merged-text.ts'
import { NOBODY_KNOWN, versionOf, whoChanged } from './who-changed.ts'

/**
 * What becomes of one record of many that someone else saved meanwhile [R6.a]: it is sent again under its newest tag
 * where they changed other fields; otherwise the user is told, and nothing is overwritten.
 */
export async function bulkOvertaken(
  { mediaType, touched }: Pick<BulkEdit, 'mediaType' | 'touched'>,
  record: BulkRecord,
  { meta }: ErrorObject,
): Promise<BulkRecord | string> {
  const etag = typeof meta?._etag === 'string' ? meta._etag : null
  const changed = Array.isArray(meta?._changed) ? new Set<unknown>(meta._changed) : null
  const inChanged = touched.filter(({ name, linkKey }) => changed?.has(name) || changed?.has(linkKey))
  if (etag !== null && changed !== null && inChanged.length === 0) return { id: record.id, etag }
  const whose = await whoChanged({ mediaType, ...record }, versionOf(etag)).catch(() => NOBODY_KNOWN)
  const both = changed !== null ? inChanged : whose.known ? touched.filter((field) => whose.of(field)) : touched
  if (etag !== null && both.length === 0) return { id: record.id, etag }
  const who = both.map((field) => whose.of(field)?.name).find((name) => name !== undefined) ?? 'Someone else'
  return `${who} changed ${listed(both.map(({ label }) => label))} meanwhile; a retry puts yours in its place.`
}
