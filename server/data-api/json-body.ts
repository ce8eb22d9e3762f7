import type { Context } from 'hono'
import { AppError } from '../errors.ts'
import type { AppEnv } from '../http.ts'
import { parseJson } from '../write/body.ts'

/**
 * The text of a body that says it is JSON.
 *
 * @throws {AppError} UNSUPPORTED_MEDIA_TYPE.
 */
export async function jsonText(c: Context<AppEnv>): Promise<string> {
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)) {
    const detail = `expected a body of type application/vnd.api+json, not ${JSON.stringify(type)}`
    throw new AppError({ code: 'UNSUPPORTED_MEDIA_TYPE', header: 'Content-Type', detail })
  }
  return c.req.text()
}

/**
 * A JSON body that is no record to write.
 *
 * @throws {AppError} UNSUPPORTED_MEDIA_TYPE or BODY_SYNTAX.
 */
export async function jsonBody(c: Context<AppEnv>): Promise<unknown> {
  return parseJson(await jsonText(c))
}
