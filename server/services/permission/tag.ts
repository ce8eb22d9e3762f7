import { toBase64Url } from '../../auth/base64url.ts'
import type { HeldItem } from '../../auth/permission-items.ts'
import { AppError } from '../../errors.ts'

/** A strong entity tag (RFC 9110, 8.8.3) of an owner's own items: what it has from elsewhere does not move it. */
export async function itemsTag(items: readonly HeldItem[]): Promise<string> {
  const own = items
    .filter(({ isInherited }) => !isInherited)
    .map((item) => [item.objectType, item.objectId, item.key, item.canRead, item.canWrite, item.canDelete])
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(own))))
  return `"${toBase64Url(hash.subarray(0, 16))}"`
}

/**
 * @param wanted the `If-Match` header; absent, empty or `*`: whatever there is may be replaced.
 * @throws {AppError} ETAG_MISMATCH when the items are not those that were read.
 */
export function requireTag(wanted: string | undefined, tag: string): void {
  if (wanted === undefined || wanted.trim() === '' || wanted.trim() === '*') return
  if (wanted.split(',').some((each) => each.trim() === tag)) return
  throw new AppError({
    code: 'ETAG_MISMATCH',
    header: 'If-Match',
    detail: 'the permissions were changed by somebody else since they were read',
    meta: { etag: tag },
  })
}
