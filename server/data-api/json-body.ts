import type { Context } from 'hono'
import { AppError } from '../errors.ts'
import type { AppEnv } from '../http.ts'

/**
 * Reads a JSON body that is no record to write.
 *
 * @throws {AppError} UNSUPPORTED_MEDIA_TYPE or BODY_SYNTAX.
 */
export async function jsonBody(c: Context<AppEnv>): Promise<unknown> {
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)) {
    const detail = `expected a body of type application/vnd.api+json, not ${JSON.stringify(type)}`
    throw new AppError({ code: 'UNSUPPORTED_MEDIA_TYPE', header: 'Content-Type', detail })
  }
  try {
    return await c.req.json()
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new AppError({ code: 'BODY_SYNTAX', detail: `the body is not JSON: ${error.message}` })
  }
}
