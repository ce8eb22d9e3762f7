import { AppError, type ErrorCode } from '../../../errors.ts'

/** The most bytes of one chunk, decoded. */
export const MAX_CHUNK_BYTES = 64 * 1024 * 1024
/** A body of this type is the bytes themselves, not base64 of them. */
export const RAW_TYPE = 'application/offset+octet-stream'
/** Types that clients send when nobody told them one. */
const UNTOLD: ReadonlySet<string> = new Set(['application/octet-stream', 'application/x-www-form-urlencoded'])

/** What the headers of a chunk say [F1]. */
export interface ChunkHead {
  /** Of its first byte in the file. */
  readonly from: number
  /** In bytes; 0 for a file that is empty. */
  readonly size: number
  /** Of the whole file, where the sender knows it yet. */
  readonly total: number | null
  /** Of the chunk, in hexadecimal. */
  readonly md5: string | null
  readonly isRaw: boolean
  /** Of the file; null where the header tells nothing of it. */
  readonly contentType: string | null
}

/**
 * Reads `Content-Range`, `Content-MD5`, `X-Chunk-Size` and `Content-Type`.
 *
 * @throws {AppError} PARAMETER, naming the header; TOO_LARGE.
 */
export function chunkHead(headers: Headers): ChunkHead {
  const range = contentRange(headers.get('content-range'))
  if (range.size > MAX_CHUNK_BYTES) {
    throw wrong('Content-Range', `expected a chunk of at most ${MAX_CHUNK_BYTES} bytes`, 'TOO_LARGE')
  }
  const size = headers.get('x-chunk-size')
  if (size !== null && size.trim() !== String(range.size)) {
    throw wrong('X-Chunk-Size', `expected ${range.size}, the size of the chunk that Content-Range tells`)
  }
  const isRaw = mediaType(headers.get('content-type')) === RAW_TYPE
  return { ...range, md5: contentMd5(headers.get('content-md5')), isRaw, contentType: toldType(headers) }
}

/** The type of a file that comes under these headers; null where they tell nothing of it. */
export function toldType(headers: Headers): string | null {
  const type = mediaType(headers.get('content-type'))
  return type === null || type === RAW_TYPE || UNTOLD.has(type) ? null : type
}

function contentRange(text: string | null): Pick<ChunkHead, 'from' | 'size' | 'total'> {
  const expected = 'expected bytes <first>-<last>/<total>, counted in decoded bytes, such as bytes 0-1023/4096'
  if (text === null) throw wrong('Content-Range', expected)
  if (/^\s*bytes\s+\*\/0\s*$/i.test(text)) return { from: 0, size: 0, total: 0 }
  const [, first, last, length] = /^\s*bytes\s+(\d{1,16})-(\d{1,16})\/(\d{1,16}|\*)\s*$/i.exec(text) ?? []
  const from = Number(first)
  const to = Number(last)
  const total = length === '*' ? null : Number(length)
  const isSafe = [from, to, total ?? 0].every((number) => Number.isSafeInteger(number))
  if (!isSafe || to < from || (total !== null && to >= total)) throw wrong('Content-Range', expected)
  return { from, size: to - from + 1, total }
}

/** An MD5 of 128 bits in hexadecimal, as it is, or in base64 (RFC 1864), to hexadecimal. */
export function contentMd5(text: string | null): string | null {
  const value = text?.trim() ?? ''
  if (value === '') return null
  if (/^[\da-f]{32}$/i.test(value)) return value.toLowerCase()
  if (/^[A-Za-z\d+/]{21}[AQgw]==$/.test(value)) {
    return [...atob(value)].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('')
  }
  throw wrong('Content-MD5', 'expected the MD5 of the decoded chunk in base64 or hexadecimal')
}

/** The type alone, in lower case; null for what is none. */
function mediaType(text: string | null): string | null {
  const type = text?.split(';')[0]?.trim().toLowerCase() ?? ''
  return type.length <= 127 && /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(type) ? type : null
}

function wrong(header: string, detail: string, code: ErrorCode = 'PARAMETER'): AppError {
  return new AppError({ code, header, detail })
}
