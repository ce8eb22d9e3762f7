import { AppError } from '../../../errors.ts'
import { dispositionOf } from './disposition.ts'
import type { Downloadable } from './downloadable.ts'
import { rangeOf } from './range.ts'
import { noSuchFile } from './record-files.ts'

/** Answers with a file, or the part of it that is asked for (RFC 9110). */
export async function serveFile(request: Request, file: Downloadable): Promise<Response> {
  const { etag, size } = file
  const headers = new Headers({
    etag,
    'accept-ranges': 'bytes',
    'cache-control': file.isPublic ? 'public, max-age=300' : 'private, no-cache',
    vary: 'Authorization, Cookie',
    'x-content-type-options': 'nosniff',
    // what an uploader wrote never runs as a page of this origin
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'content-disposition': dispositionOf(file.name, file.contentType),
  })
  const { headers: asked } = request
  const condition = asked.get('if-match')
  if (condition !== null && !holds(condition, etag))
    throw new AppError({ code: 'ETAG_MISMATCH', header: 'If-Match', detail: 'the file has another tag' })
  const known = asked.get('if-none-match')
  if (known !== null && holds(known.replaceAll('W/', ''), etag)) return new Response(null, { status: 304, headers })
  const sameFile = asked.get('if-range') ?? etag
  // a range is of GET alone (RFC 9110, section 14.2)
  const range = sameFile === etag && request.method === 'GET' ? rangeOf(asked.get('range'), size) : null
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${size}`)
    return new Response(null, { status: 416, headers })
  }
  headers.set('content-type', withCharset(file.contentType))
  headers.set('content-length', String(range === null ? size : range.to - range.from + 1))
  if (range !== null) headers.set('content-range', `bytes ${range.from}-${range.to}/${size}`)
  const status = range === null ? 200 : 206
  const isHead = request.method === 'HEAD'
  // whether there is anything to give is known to the storage area alone, of which a byte is asked
  const body = await file.open(isHead && size > 0 ? { from: 0, to: 0 } : (range ?? undefined))
  if (body === null) throw noSuchFile()
  if (isHead) {
    await body.cancel()
    return new Response(null, { status, headers })
  }
  return new Response(body, { status, headers })
}

function holds(condition: string, etag: string): boolean {
  return condition.trim() === '*' || condition.split(',').some((tag) => tag.trim() === etag)
}

function withCharset(contentType: string): string {
  return contentType.startsWith('text/') ? `${contentType};charset=utf-8` : contentType
}
