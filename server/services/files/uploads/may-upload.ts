import type { Catalog } from '../../../catalog/catalog.ts'
import { mediaTypeRights, type Rights } from '../../../catalog/rights.ts'

/** Whether there is a media type with files that a caller may create or change: what is uploaded belongs to one in the end. */
export function mayUpload({ mediaTypes }: Pick<Catalog, 'mediaTypes'>, rights: Rights): boolean {
  if (rights.unrestricted) return true
  return [...mediaTypes.values()].some((mediaType) => {
    const { create, write } = mediaTypeRights(rights, mediaType)
    return mediaType.hasFile && (create || write)
  })
}
