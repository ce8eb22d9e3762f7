import type { Entity, Envelope } from '../../../shared/envelope.ts'
import { dataApi } from './client.ts'

/** A value that records hold, and what it stands for. */
export interface OfferedValue {
  readonly value: string | number
  readonly label: string | null
}

/** The data API's own largest page. */
const ALL = 600

/** The different values of a field, or the ids, of the records that a filter finds; by what they stand for. */
export async function loadValues(
  source: {
    readonly mediaType: string
    readonly value: string
    readonly label: string | undefined
    readonly filter: string
  },
  signal: AbortSignal,
): Promise<readonly OfferedValue[]> {
  const { mediaType, value, label, filter } = source
  const fields = [value, label].filter((name) => name !== undefined && name !== 'id')
  const query = new URLSearchParams({
    fields: fields.join(','),
    sort: label ?? value,
    pageSize: String(ALL),
    hideLinks: '1',
    ...(filter === '' ? {} : { filter }),
  })
  const envelope = await dataApi<Envelope>(`${mediaType}?${query}`, { signal })
  const known = new Map<string | number, OfferedValue>()
  for (const entity of (envelope[mediaType] ?? []) as readonly Entity[]) {
    const held = value === 'id' ? entity._id : entity[value]
    if (typeof held !== 'number' && (typeof held !== 'string' || held === '')) continue
    const text = label === undefined ? null : entity[label]
    if (!known.has(held)) known.set(held, { value: held, label: typeof text === 'string' ? text : null })
  }
  return [...known.values()]
}
