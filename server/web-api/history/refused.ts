import type { ErrorObject } from '../../../shared/envelope.ts'
import type { SkippedChange } from '../../../shared/history.ts'
import { namesAlong } from '../../../shared/json.ts'
import type { HistoryRequest } from './read.ts'
import type { Restoration } from './restoration.ts'
import { labelsOf } from './shown.ts'

/** Errors that speak of a single value: the rest can be written without it. */
const OF_A_VALUE: readonly string[] = ['VALIDATION', 'UNIQUE', 'CHILD_REQUIRED']

/** The errors of an answer; none if it is no error body. */
export function errorsIn(text: string): readonly ErrorObject[] {
  try {
    const { errors } = JSON.parse(text) as { readonly errors?: unknown }
    return Array.isArray(errors) ? (errors as readonly ErrorObject[]) : []
  } catch {
    return []
  }
}

/**
 * What is left of a restore without the values that an update refused: they do not fit their fields any more, or are
 * somebody else's by now. Null when it was refused for another reason, or none of its values is named.
 */
export function withoutRefused(
  { values, links, skipped }: Restoration,
  errors: readonly ErrorObject[],
  { record, catalog }: HistoryRequest,
): Restoration | null {
  const refused = new Map<string, SkippedChange>()
  const labels = labelsOf(catalog.mediaTypes.get(record.mediaType), catalog)
  for (const { code, detail, source } of errors) {
    const [mediaType, index, ...path] = namesAlong(source?.pointer ?? '')
    const isLink = path[0] === '_links'
    const name = (isLink ? path[1] : path[0]) ?? ''
    const isOurs = mediaType === record.mediaType && index === '0' && Object.hasOwn(isLink ? links : values, name)
    if (!isOurs || !OF_A_VALUE.includes(code)) return null
    const label = name.includes('[') ? labels.relation(name) : labels.field(name)
    refused.set(name, { name, label, reason: 'refused', detail })
  }
  if (refused.size === 0) return null
  const left = (members: Restoration['values']): Restoration['values'] =>
    Object.fromEntries(Object.entries(members).filter(([name]) => !refused.has(name)))
  return { values: left(values), links: left(links), skipped: [...skipped, ...refused.values()] }
}
