import type { Entity, Envelope } from '../../../../shared/envelope.ts'
import { printFilter, term } from '../../../../shared/filter-print.ts'
import type { RelatedListSchema } from '../../../../shared/related-list.ts'
import { dataApi } from '../../api/client.ts'

/** A record that may be put into the list. */
export interface Candidate {
  readonly id: number
  readonly label: string
  /** Of its own fields, those the list has columns for. */
  readonly values: Readonly<Record<string, unknown>>
}

export interface CandidatePage {
  readonly candidates: readonly Candidate[]
  readonly page: number
  readonly pageCount: number
  readonly rowCount: number
}

export const CANDIDATE_PAGE = 50

/** Records that may be chosen, by label, whose label contains the text. */
export async function loadCandidates(
  schema: RelatedListSchema,
  text: string,
  page: number,
  signal: AbortSignal,
): Promise<CandidatePage> {
  const { choose, columns } = schema
  if (choose === undefined) throw new Error('nothing can be chosen for this list')
  const { mediaType, labelField } = choose
  // Where rows are the chosen records themselves their columns are known at once; relations wait for the save.
  const plain =
    choose.field === undefined ? columns.filter(({ linkKey, type }) => linkKey === undefined && type !== 'Secret') : []
  const fields = [...new Set([labelField, ...plain.map(({ name }) => name)])]
  const query = new URLSearchParams({
    fields: fields.join(','),
    sort: labelField,
    page: String(page),
    pageSize: String(CANDIDATE_PAGE),
    hideLinks: '1',
    ...(text === '' ? {} : { filter: printFilter(term(labelField, 'ct', text)) }),
  })
  const envelope = await dataApi<Envelope>(`${mediaType}?${query}`, { signal })
  const entities = (envelope[mediaType] ?? []) as readonly Entity[]
  return {
    candidates: entities.map((entity) => ({
      id: entity._id,
      label: String(entity[labelField] ?? `#${entity._id}`),
      values: Object.fromEntries(plain.map(({ name }) => [name, entity[name]])),
    })),
    page,
    pageCount: envelope._meta?._pageCount ?? 1,
    rowCount: envelope._meta?._filterRowCount ?? entities.length,
  }
}
