import type { Rights } from '../catalog/rights.ts'
import type { Problem } from '../errors.ts'
import type { WriteContext } from './write-context.ts'

/** A tag that does not hold, for whoever can say what changed since. */
export interface Mismatch {
  readonly mediaType: string
  readonly id: number
  /** The version that the caller had read; null when its tag names none. */
  readonly seen: number | null
  /** Of the caller, who is told of nothing else. */
  readonly rights: Rights
}

/** Of each problem of that kind. */
export const mismatches = new WeakMap<Problem, Mismatch>()

/**
 * Compares an If-Match header, or a tag of the body in its place, with a record's version. A tag's second part is the
 * metadata's revision, which no edit of a record is lost by: only the version counts.
 *
 * @param pointer where the tag stands in the body; absent: in the header.
 * @returns ETAG_MISMATCH, PARAMETER, or ETAG_REQUIRED where a tag is mandatory and missing; null: it holds.
 */
export function matchProblem(
  record: { readonly mediaType: string; readonly id: number; readonly version: number },
  given: string | null,
  { catalog: { revision }, rights }: WriteContext,
  required: boolean,
  pointer?: string,
): Problem | null {
  const place = pointer === undefined ? { header: 'If-Match' } : { pointer }
  if (given === null) {
    const where = pointer === undefined ? 'an If-Match header with ' : ''
    const detail = `expected ${where}the record's tag, or *`
    return required ? { code: 'ETAG_REQUIRED', ...place, detail } : null
  }
  if (given.trim() === '*') return null
  const parts = given.split(',')
  if (!parts.some((tag) => /^\s*(?:W\/)?"[^"]*"\s*$/.test(tag))) {
    return { code: 'PARAMETER', ...place, detail: 'expected an entity tag in quotes, or *' }
  }
  const versions = parts.flatMap((tag) => /^\s*"(\d{1,15})(?:\.\d+)?(?:-[\w-]+)?"\s*$/.exec(tag)?.[1] ?? [])
  if (versions.includes(String(record.version))) return null
  const problem: Problem = {
    code: 'ETAG_MISMATCH',
    ...place,
    detail: versions.length > 0 ? CHANGED : NO_TAG_OF_IT,
    meta: { _etag: `${record.version}.${revision}` },
  }
  const seen = versions.length === 1 ? Number(versions[0]) : null
  mismatches.set(problem, { mediaType: record.mediaType, id: record.id, seen, rights })
  return problem
}

const CHANGED = 'the record was changed after it was read: read it again and repeat the change on what it is now'
/** Weak tags never match a write (RFC 9110, 13.1.1). */
const NO_TAG_OF_IT =
  'expected the tag that a read of this record alone has: neither a weak one nor that of a list is it'

/** A tag of a body as If-Match has it. */
export function quoted(tag: string): string {
  return tag === '*' || tag.startsWith('"') ? tag : `"${tag}"`
}
