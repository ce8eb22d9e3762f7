import type { Context } from 'hono'
import { AppError } from '../errors.ts'
import { type AppEnv, requireCaller } from '../http.ts'
import type { Aggregator } from '../query/aggregate/aggregate.ts'
import { jsonBody } from './json-body.ts'
import { CONTENT_TYPE, queryOf } from './read.ts'

/** Answers an aggregate query: API12. */
export async function answerAggregate(c: Context<AppEnv>, aggregator: Aggregator): Promise<Response> {
  const { rights } = requireCaller(c)
  const [parameter] = new URLSearchParams(queryOf(c.req.url)).keys()
  if (parameter !== undefined)
    throw new AppError({ code: 'PARAMETER', parameter, detail: `${parameter}: expected all of the query in the body` })
  const body = await aggregator.aggregate(await jsonBody(c), rights)
  return new Response(body, {
    status: 200,
    headers: { 'content-type': CONTENT_TYPE, 'cache-control': 'private, no-store' },
  })
}
