import type { Context } from 'hono'
import { AppError } from '../errors.ts'
import type { AppEnv } from '../http.ts'
import { readBatch } from '../write/batch-body.ts'
import type { OperationResult, WriteResult } from '../write/operations.ts'
import type { Writer } from '../write/writer.ts'
import { answerOnce, type Made } from './idempotent.ts'
import { jsonText } from './json-body.ts'
import { writeRequest } from './write-request.ts'

const STATUS = { add: 201, update: 200, remove: 204 } as const

/** Answers `POST /api/v1/$batch`: all its operations or none [D5]. */
export async function answerBatch(c: Context<AppEnv>, writer: Writer): Promise<Response> {
  const { query, ...request } = writeRequest(c)
  const [parameter] = new URLSearchParams(query).keys()
  if (parameter !== undefined) {
    throw new AppError({ code: 'PARAMETER', parameter, detail: 'expected no parameters for a batch' })
  }
  const text = await jsonText(c)
  return answerOnce(c, writer, () => readBatch(text), request, text, batchAnswer)
}

function batchAnswer({ results, revision }: WriteResult): Made {
  return { status: 200, headers: {}, body: JSON.stringify({ _results: results.map((each) => told(each, revision)) }) }
}

function told({ kind, type, id, version, lid }: OperationResult, revision: number): Record<string, unknown> {
  return {
    _status: STATUS[kind],
    _href: `/api/v1/${type}/${id}`,
    // what a later operation removed has none
    ...(version === 0 ? {} : { _etag: `${version}.${revision}` }),
    ...(lid === undefined ? {} : { _lid: lid }),
  }
}
