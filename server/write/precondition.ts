import { AppError } from '../errors.ts'

/**
 * Compares an If-Match header with a record's version. A tag's second part is the metadata's revision, which no edit of
 * a record is lost by: only the version counts.
 *
 * @throws {AppError} ETAG_MISMATCH, or ETAG_REQUIRED where the header is mandatory and missing.
 */
export function requireMatch(ifMatch: string | null, version: number, revision: number, required: boolean): void {
  if (ifMatch === null) {
    if (!required) return
    const detail = "expected an If-Match header with the record's tag, or *"
    throw new AppError({ code: 'ETAG_REQUIRED', header: 'If-Match', detail })
  }
  if (ifMatch.trim() === '*') return
  const given = ifMatch.split(',')
  if (!given.some((tag) => /^\s*(?:W\/)?"[^"]*"\s*$/.test(tag))) {
    throw new AppError({ code: 'PARAMETER', header: 'If-Match', detail: 'expected an entity tag in quotes, or *' })
  }
  const tags = given.map((tag) => /^\s*"(\d+)(?:\.\d+)?(?:-[\w-]+)?"\s*$/.exec(tag)?.[1])
  if (tags.includes(String(version))) return
  throw new AppError({
    code: 'ETAG_MISMATCH',
    header: 'If-Match',
    detail: 'the record was changed after it was read: read it again and repeat the change on what it is now',
    meta: { _etag: `${version}.${revision}` },
  })
}
