import type { Context } from 'hono'
import type { Database } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { type AppEnv, requireCaller } from '../http.ts'
import { type IdempotentAnswer, keptBody } from '../write/idempotency.ts'
import type { WriteOperation, WriteRequest, WriteResult } from '../write/operations.ts'
import type { Writer } from '../write/writer.ts'
import { FINGERPRINT } from './client.ts'
import { CONTENT_TYPE, queryOf } from './read.ts'

/** An answer as it is made from what was written. */
export type Made = IdempotentAnswer

/** Does what a POST asks; with an `Idempotency-Key`, a repeat is given the first answer [D7]. */
export async function answerOnce(
  c: Context<AppEnv>,
  writer: Writer,
  operations: () => readonly WriteOperation[],
  request: WriteRequest,
  text: string,
  made: (result: WriteResult) => Made,
): Promise<Response> {
  const key = c.req.header('idempotency-key')
  if (key === undefined) return respond(made(await writer.run(operations(), request)))
  requireVisible('Idempotency-Key', key)
  const given = c.req.header(FINGERPRINT)
  if (given !== undefined) requireVisible('Idempotency-Fingerprint', given)
  const { method, path, url } = c.req
  const fingerprint = await fingerprintOf({ method, path, query: queryOf(url), text: given ?? text })
  const { key: caller } = requireCaller(c)
  let first = false
  const answer = await writer.runOnce(operations, request, { caller, key, fingerprint }, (result) => {
    first = true
    return made(result)
  })
  return respond(answer, first ? {} : { 'idempotent-replayed': 'true' })
}

export type KeptAnswers = Pick<Database, 'read'>

/**
 * The body of the answer to a batch that was made under a key with a fingerprint; null: there is none.
 *
 * @throws {AppError} VALIDATION where the key is another request's.
 */
export async function keptAnswer(
  database: KeptAnswers,
  asked: { readonly caller: string; readonly key: string; readonly fingerprint: string; readonly confirmLoss: boolean },
): Promise<string | null> {
  const { caller, key, fingerprint: text, confirmLoss } = asked
  const query = confirmLoss ? 'confirmLoss=true' : ''
  const fingerprint = await fingerprintOf({ method: 'POST', path: '/api/v1/$batch', query, text })
  return keptBody(database, { caller, key, fingerprint })
}

/** Names a request, so that a repeat of it is known from another under the same key. */
function fingerprintOf(request: {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly text: string
}): Promise<string> {
  const { method, path, query, text } = request
  return hash([method, path, query, text].join('\n'))
}

/** @throws {AppError} PARAMETER. */
export function requireVisible(header: string, value: string): void {
  if (/^[\x21-\x7e]{1,255}$/.test(value)) return
  throw new AppError({ code: 'PARAMETER', header, detail: 'expected up to 255 visible ASCII characters' })
}

function respond({ status, headers, body }: Made, more: Readonly<Record<string, string>> = {}): Response {
  return new Response(body, { status, headers: { 'content-type': CONTENT_TYPE, ...headers, ...more } })
}

export async function hash(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
