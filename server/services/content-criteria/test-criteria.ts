import type { Entity, ErrorObject } from '../../../shared/envelope.ts'
import type { Rights } from '../../catalog/rights.ts'
import type { TestAnswer, TestService } from '../../query/test-service.ts'

/** Fields of saved criteria; what is not given is what a new record gets. */
export interface CriteriaRecord {
  readonly name?: string
  readonly mediatype?: string
  readonly filter_expression?: string | null
  readonly sort_expression?: string | null
  readonly max_records?: number
  readonly highlights?: unknown
  readonly description?: string
}

let made = 0

export function addCriteria(service: TestService, record: CriteriaRecord, rights?: Rights): Promise<TestAnswer> {
  made += 1
  const element = { name: `criteria ${made}`, mediatype: 'films', ...record }
  return service.send('POST', '/content_criteria', { content_criteria: [element] }, rights)
}

/** The id of new criteria. */
export async function criteriaId(service: TestService, record: CriteriaRecord): Promise<number> {
  const { status, body } = await addCriteria(service, record)
  if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return (body.content_criteria as readonly Entity[])[0]?._id ?? 0
}

export function changeCriteria(service: TestService, id: number, record: CriteriaRecord): Promise<TestAnswer> {
  return service.send('PATCH', `/content_criteria/${id}`, { content_criteria: [record] })
}

/** Errors of an answer, each as its code, its place and the position in a filter. */
export function faults({ body }: TestAnswer): readonly string[] {
  return (body.errors ?? []).map(({ code, source, meta }: ErrorObject) =>
    [code, source?.pointer ?? source?.parameter, meta?.position].filter((part) => part !== undefined).join(' '),
  )
}

export const idsOf = ({ body }: TestAnswer, type: string): readonly number[] =>
  ((body[type] ?? []) as readonly Entity[]).map(({ _id }) => _id)
