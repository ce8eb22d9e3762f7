import type { Context } from 'hono'
import { DATA_API_MEDIA_TYPE } from '../../shared/envelope.ts'
import { AppError } from '../errors.ts'
import { type AppEnv, frameHeaders, requireCaller } from '../http.ts'

import type { PageLimits } from '../query/parse.ts'
import { parseRead } from '../query/parse.ts'
import type { Reader } from '../query/read.ts'
import type { ReadTarget } from '../query/request.ts'
import { requireJsonAccepted } from './accept.ts'
import { matchesTag } from './conditional.ts'

export interface ReadRouteOptions {
  readonly limits: PageLimits
  readonly unknownIdStatus: 200 | 404
}

export const CONTENT_TYPE = `${DATA_API_MEDIA_TYPE};charset=UTF-8`

/** Answers a read: API1 to API4. */
export async function answerRead(
  c: Context<AppEnv>,
  reader: Reader,
  mediaType: string,
  target: ReadTarget,
  options: ReadRouteOptions,
): Promise<Response> {
  const caller = requireCaller(c)
  requireJsonAccepted(c.req.header('accept'))
  const request = parseRead(mediaType, target, queryOf(c.req.url), options.limits)
  const { body, etag, found } = await reader.read(request, caller.rights)
  if (!found && options.unknownIdStatus === 404) {
    throw new AppError({ code: 'NOT_FOUND', detail: `there is no such record in ${mediaType}` })
  }
  const headers: Record<string, string> = {
    'content-type': CONTENT_TYPE,
    'cache-control': 'private, no-cache',
    vary: 'Authorization, Cookie, Accept',
    ...frameHeaders(c.get('requestId')),
  }
  c.set('framed', true)
  if (etag !== null) headers.etag = etag
  const condition = c.req.header('if-none-match')
  if (etag !== null && condition !== undefined && matchesTag(condition, etag)) {
    const { 'content-type': _, ...rest } = headers
    return new Response(null, { status: 304, headers: rest })
  }
  return new Response(body, { status: 200, headers })
}

/** The query string of a request's URL, as it came. */
export function queryOf(url: string): string {
  const at = url.indexOf('?')
  if (at < 0) return ''
  const hash = url.indexOf('#', at)
  return hash < 0 ? url.slice(at + 1) : url.slice(at + 1, hash)
}
