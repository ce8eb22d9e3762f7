import type { Context } from 'hono'
import { AppError } from '../errors.ts'
import { type AppEnv, requireCaller } from '../http.ts'
import { type PageLimits, parseRead } from '../query/parse.ts'
import { type BodyElement, problem, readBody } from '../write/body.ts'
import type { Writer } from '../write/writer.ts'
import { CONTENT_TYPE, queryOf } from './read.ts'
import { idsOf } from './target.ts'

/** Answers a create: API5 and API6. */
export async function answerCreate(
  c: Context<AppEnv>,
  writer: Writer,
  mediaType: string,
  limits: PageLimits,
): Promise<Response> {
  const { rights } = requireCaller(c)
  const elements = await bodyOf(c, mediaType)
  const query = queryOf(c.req.url)
  const { ids, body, etag } = await writer.create(mediaType, elements, rights, (created) => ({
    ...parseRead(
      mediaType,
      created.length === 1 ? { kind: 'one', id: created[0] as number } : { kind: 'ids', ids: created },
      query,
      limits,
    ),
    created: true,
  }))
  const headers = {
    'content-type': CONTENT_TYPE,
    location: `/api/v1/${mediaType}/${ids.join(',')}`,
    ...(etag === null ? {} : { etag }),
  }
  return new Response(body, { status: 201, headers })
}

/** Answers an update of one record [D3]. */
export async function answerUpdate(
  c: Context<AppEnv>,
  writer: Writer,
  mediaType: string,
  segment: string,
  limits: PageLimits,
): Promise<Response> {
  const { rights } = requireCaller(c)
  const ids = idsOf(mediaType, segment)
  const id = ids[0] as number
  if (ids.length > 1)
    throw new AppError({ code: 'PARAMETER', detail: 'expected one id: several records are not changed together' })
  const elements = await bodyOf(c, mediaType)
  if (elements.length > 1)
    throw new AppError(problem(`/${mediaType}/1`, 'expected one element, for the one record of the path'))
  const readBack = parseRead(mediaType, { kind: 'one', id }, queryOf(c.req.url), limits)
  const ifMatch = c.req.header('if-match') ?? null
  const { body, etag } = await writer.update(mediaType, id, elements[0] as BodyElement, ifMatch, rights, readBack)
  return new Response(body, {
    status: 200,
    headers: { 'content-type': CONTENT_TYPE, ...(etag === null ? {} : { etag }) },
  })
}

async function bodyOf(c: Context<AppEnv>, mediaType: string): Promise<readonly BodyElement[]> {
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)) {
    throw new AppError({
      code: 'UNSUPPORTED_MEDIA_TYPE',
      header: 'Content-Type',
      detail: `expected a body of type application/vnd.api+json, not ${JSON.stringify(type)}`,
    })
  }
  return readBody(await c.req.text(), mediaType)
}
