import type { Context } from 'hono'
import { AppError, type Problem } from '../errors.ts'
import { type AppEnv, bodyText } from '../http.ts'
import { limitDepth } from '../json-depth.ts'
import type { Auth } from './auth.ts'
import { isJson, requireSameOrigin } from './origin.ts'

/**
 * The members of a JSON body of authentication. Another site must not send it in a visitor's name; what is no browser
 * sends no Origin.
 *
 * @throws {AppError} UNSUPPORTED_MEDIA_TYPE, FORBIDDEN, BODY_SYNTAX, VALIDATION
 */
export async function jsonMembers(
  c: Context<AppEnv>,
  { trustProxy }: Pick<Auth, 'trustProxy'>,
): Promise<Readonly<Record<string, unknown>>> {
  if (!isJson(c.req.header('content-type'))) {
    const detail = 'The body is sent as application/json.'
    throw new AppError({ code: 'UNSUPPORTED_MEDIA_TYPE', detail, header: 'Content-Type' })
  }
  if (c.req.header('origin') !== undefined) requireSameOrigin(c, trustProxy)
  const body = parseJson(await bodyText(c.req))
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>
  throw new AppError({ code: 'VALIDATION', detail: 'The body is a JSON object.', pointer: '' })
}

/** Members that are texts and not empty. @throws {AppError} VALIDATION with a problem for each that is not */
export function textsOf<const N extends string>(
  body: Readonly<Record<string, unknown>>,
  names: readonly N[],
): Readonly<Record<N, string>> {
  const problems: Problem[] = []
  const found = names.map((name): [N, string] => {
    const value = body[name]
    if (typeof value === 'string' && value !== '') return [name, value]
    problems.push({ code: 'VALIDATION', detail: `"${name}" is a text that is not empty.`, pointer: `/${name}` })
    return [name, '']
  })
  if (problems.length > 0) throw new AppError(problems)
  return Object.fromEntries(found) as Record<N, string>
}

/** A member that may be missing or null. @throws {AppError} VALIDATION */
export function textOf(body: Readonly<Record<string, unknown>>, name: string): string | null {
  return body[name] === undefined || body[name] === null ? null : (textsOf(body, [name])[name] ?? null)
}

/** All of it for a body of which every member has to be there. */
export async function requiredTexts<const N extends string>(
  c: Context<AppEnv>,
  auth: Pick<Auth, 'trustProxy'>,
  names: readonly N[],
): Promise<Readonly<Record<N, string>>> {
  return textsOf(await jsonMembers(c, auth), names)
}

function parseJson(text: string): unknown {
  limitDepth(text)
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError({ code: 'BODY_SYNTAX', detail: 'The body is not JSON.', pointer: '' })
  }
}
