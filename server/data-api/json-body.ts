import type { Context } from 'hono'
import { AppError } from '../errors.ts'
import { type AppEnv, bodyText } from '../http.ts'
import { parseJson } from '../write/body.ts'
import { requireJsonAccepted } from './accept.ts'

/**
 * The text of a body that says it is JSON (RFC 8259: UTF-8), of a caller who takes JSON for an answer.
 *
 * @throws {AppError} NOT_ACCEPTABLE, UNSUPPORTED_MEDIA_TYPE or BODY_SYNTAX.
 */
export async function jsonText(c: Context<AppEnv>): Promise<string> {
  requireJsonAccepted(c.req.header('accept'))
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)) {
    const detail = `expected a body of type application/vnd.api+json, not ${JSON.stringify(type)}`
    throw new AppError({ code: 'UNSUPPORTED_MEDIA_TYPE', header: 'Content-Type', detail })
  }
  const coding = c.req.header('content-encoding') ?? 'identity'
  if (coding.trim().toLowerCase() !== 'identity') {
    const detail = `expected a body as it is, not ${JSON.stringify(coding)}`
    throw new AppError(
      { code: 'UNSUPPORTED_MEDIA_TYPE', header: 'Content-Encoding', detail },
      { 'accept-encoding': 'identity' },
    )
  }
  return bodyText(c.req)
}

/**
 * A JSON body that is no record to write.
 *
 * @throws {AppError} NOT_ACCEPTABLE, UNSUPPORTED_MEDIA_TYPE or BODY_SYNTAX.
 */
export async function jsonBody(c: Context<AppEnv>): Promise<unknown> {
  return parseJson(await jsonText(c))
}
