import type { Context } from 'hono'
import { AppError } from '../errors.ts'
import { type AppEnv, requireCaller } from '../http.ts'
import { type PageLimits, parseRead } from '../query/parse.ts'
import type { ReadRequest } from '../query/request.ts'
import type { WriteRequest } from '../write/operations.ts'
import { authorOf } from './author.ts'
import { queryOf } from './read.ts'

/** Says that data may be lost, in the address of a write [M1.d]. */
const CONFIRMATION = 'confirmLoss'

/** On whose behalf a write is made, and what its address says beside the records. */
export function writeRequest(c: Context<AppEnv>): WriteRequest & { readonly query: string } {
  const caller = requireCaller(c)
  const parameters = new URLSearchParams(queryOf(c.req.url))
  const confirmations = parameters.getAll(CONFIRMATION)
  if (confirmations.some((value) => value !== 'true' && value !== 'false')) {
    throw new AppError({ code: 'PARAMETER', parameter: CONFIRMATION, detail: 'expected true or false' })
  }
  parameters.delete(CONFIRMATION)
  return {
    rights: caller.rights,
    caller: caller.key,
    author: authorOf(caller),
    lossConfirmed: confirmations.includes('true'),
    guard: c.get('guard'),
    query: String(parameters),
  }
}

/** The read that answers a write: all its records, shaped by the address of the write. */
export function readBackOf(mediaType: string, ids: readonly number[], query: string, limits: PageLimits): ReadRequest {
  const target = ids.length === 1 ? { kind: 'one' as const, id: ids[0] as number } : { kind: 'ids' as const, ids }
  return { ...parseRead(mediaType, target, query, limits), whole: true }
}
