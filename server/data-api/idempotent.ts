import type { Context } from 'hono'
import { AppError } from '../errors.ts'
import { type AppEnv, requireCaller } from '../http.ts'
import type { IdempotentAnswer } from '../write/idempotency.ts'
import type { WriteOperation, WriteRequest, WriteResult } from '../write/operations.ts'
import type { Writer } from '../write/writer.ts'
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
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    const detail = 'expected up to 255 visible ASCII characters'
    throw new AppError({ code: 'PARAMETER', header: 'Idempotency-Key', detail })
  }
  const fingerprint = await hash([c.req.method, c.req.path, queryOf(c.req.url), text].join('\n'))
  const { key: caller } = requireCaller(c)
  let first = false
  const answer = await writer.runOnce(operations, request, { caller, key, fingerprint }, (result) => {
    first = true
    return made(result)
  })
  return respond(answer, first ? {} : { 'idempotent-replayed': 'true' })
}

function respond({ status, headers, body }: Made, more: Readonly<Record<string, string>> = {}): Response {
  return new Response(body, { status, headers: { 'content-type': CONTENT_TYPE, ...headers, ...more } })
}

async function hash(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
