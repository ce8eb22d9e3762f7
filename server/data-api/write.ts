import type { Context } from 'hono'
import { AppError, type Problem } from '../errors.ts'
import type { AppEnv } from '../http.ts'
import type { PageLimits } from '../query/parse.ts'
import { type BodyElement, problem, readBody } from '../write/body.ts'
import type { UpdateOperation, WriteResult } from '../write/operations.ts'
import { quoted } from '../write/precondition.ts'
import type { Writer } from '../write/writer.ts'
import { answerOnce, type Made } from './idempotent.ts'
import { jsonText } from './json-body.ts'
import { CONTENT_TYPE } from './read.ts'
import { idsOf } from './target.ts'
import { readBackOf, writeRequest } from './write-request.ts'

/** Answers a create: API5 and API6. */
export async function answerCreate(
  c: Context<AppEnv>,
  writer: Writer,
  mediaType: string,
  limits: PageLimits,
): Promise<Response> {
  const { query, ...request } = writeRequest(c)
  const text = await jsonText(c)
  const operations = () =>
    readBody(text, mediaType).map((element) => ({ kind: 'add' as const, type: mediaType, element }))
  const made = (result: WriteResult): Made => ({
    status: 201,
    headers: {
      location: `/api/v1/${mediaType}/${result.results.map(({ id }) => id).join(',')}`,
      ...tagOf(result),
    },
    body: result.presented?.body ?? '',
  })
  const readBack: typeof request.readBack = (results) => ({
    ...readBackOf(
      mediaType,
      results.map(({ id }) => id),
      query,
      limits,
    ),
    created: true,
  })
  return answerOnce(c, writer, operations, { ...request, readBack }, text, made)
}

/** Answers an update of the records of the path [D3]: one, or several changed alike. */
export async function answerUpdate(
  c: Context<AppEnv>,
  writer: Writer,
  mediaType: string,
  segment: string,
  limits: PageLimits,
): Promise<Response> {
  const ids = [...new Set(idsOf(mediaType, segment))]
  const precondition = preconditionOf(c, ids)
  const elements = readBody(await jsonText(c), mediaType)
  const element = elements[0] as BodyElement
  if (elements.length > 1) {
    throw new AppError(problem(`/${mediaType}/1`, 'expected one element, for the records of the path'))
  }
  const bulk = ids.length > 1
  if (bulk && element.members._id !== undefined) {
    throw new AppError(problem(`${element.pointer}/_id`, 'expected no id: the records are those of the path'))
  }
  const own = bulk || precondition !== null ? {} : tagOfElement(element)
  const operations = ids.map((target): UpdateOperation => {
    return { kind: 'update', type: mediaType, target, element, precondition, bulk, ...own }
  })
  return answerChanged(c, writer, operations, mediaType, limits)
}

/** Answers an update of several records, each as its own element says [D3.k]. */
export async function answerUpdateMany(
  c: Context<AppEnv>,
  writer: Writer,
  mediaType: string,
  limits: PageLimits,
): Promise<Response> {
  const everyone = preconditionOf(c, [])
  const seen = new Set<unknown>()
  const operations = readBody(await jsonText(c), mediaType).map((element): UpdateOperation => {
    const { _id: id, _etag: tag } = element.members
    const places = { target: `${element.pointer}/_id`, tag: `${element.pointer}/_etag` }
    const known = Number.isSafeInteger(id) && Number(id) > 0
    const problems: Problem[] = []
    if (!known) problems.push(problem(places.target, 'expected the id of a record'))
    else if (seen.has(id)) problems.push(problem(places.target, `expected the record ${id} once`))
    seen.add(id)
    if (!isNothing(tag) && typeof tag !== 'string') problems.push(problem(places.tag, 'expected a tag'))
    const precondition = typeof tag === 'string' ? quoted(tag) : everyone
    const wrong = problems.length === 0 ? {} : { problems }
    return { kind: 'update', type: mediaType, target: known ? Number(id) : 0, element, precondition, places, ...wrong }
  })
  return answerChanged(c, writer, operations, mediaType, limits)
}

/** Answers a delete of the records of the path [D4]. */
export async function answerDelete(
  c: Context<AppEnv>,
  writer: Writer,
  mediaType: string,
  segment: string,
): Promise<Response> {
  const ids = [...new Set(idsOf(mediaType, segment))]
  const precondition = preconditionOf(c, ids)
  const { query, ...request } = writeRequest(c)
  const [parameter] = new URLSearchParams(query).keys()
  if (parameter !== undefined) {
    throw new AppError({ code: 'PARAMETER', parameter, detail: 'expected no parameters for a delete' })
  }
  await writer.run(
    ids.map((target) => ({ kind: 'remove', type: mediaType, target, precondition })),
    request,
  )
  return new Response(null, { status: 204 })
}

async function answerChanged(
  c: Context<AppEnv>,
  writer: Writer,
  operations: readonly UpdateOperation[],
  mediaType: string,
  limits: PageLimits,
): Promise<Response> {
  const { query, ...request } = writeRequest(c)
  const result = await writer.run(operations, {
    ...request,
    readBack: (results) =>
      readBackOf(
        mediaType,
        results.map(({ id }) => id),
        query,
        limits,
      ),
  })
  const headers = { 'content-type': CONTENT_TYPE, ...tagOf(result) }
  return new Response(result.presented?.body ?? '', { status: 200, headers })
}

/** The If-Match header; a tag can be of one record only. */
function preconditionOf(c: Context<AppEnv>, ids: readonly number[]): string | null {
  const header = c.req.header('if-match') ?? null
  if (header === null || ids.length === 1 || header.trim() === '*') return header
  const detail = 'expected * for several records: tags stand in the body, one per element'
  throw new AppError({ code: 'PARAMETER', header: 'If-Match', detail })
}

/** The tag that an entity sent back as it was read has with it, where no header says which version is meant. */
function tagOfElement({ members: { _etag: tag }, pointer }: BodyElement): Partial<UpdateOperation> {
  if (isNothing(tag)) return {}
  const place = `${pointer}/_etag`
  if (typeof tag !== 'string') return { problems: [problem(place, 'expected a tag')] }
  return { precondition: quoted(tag), places: { tag: place } }
}

function isNothing(tag: unknown): boolean {
  return tag === undefined || tag === null
}

function tagOf({ presented }: WriteResult): { readonly etag?: string } {
  return presented === null || presented.etag === null ? {} : { etag: presented.etag }
}
