import { NAME_PATTERN } from '../../catalog/catalog.ts'
import type { RecordPlace } from './presence-store.ts'

/** `<media type>.<record>.<uuid>`: a store that keeps each record elsewhere finds the record by it. Nobody can guess one. */
export function newLinkId({ mediaType, recordId }: RecordPlace): string {
  return `${mediaType}.${recordId}.${crypto.randomUUID()}`
}

/** The record a link is on; null: it is no link. */
export function recordOfLink(linkId: string): RecordPlace | null {
  const [mediaType = '', id = '', own = '', ...more] = linkId.split('.')
  const isLink = NAME_PATTERN.test(mediaType) && /^\d{1,15}$/.test(id) && /^[0-9a-f-]{36}$/.test(own)
  return isLink && more.length === 0 ? { mediaType, recordId: Number(id) } : null
}
