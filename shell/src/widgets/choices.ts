import { conjunction, printFilter, term } from '../../../shared/filter-print.ts'
import type { FieldChoices } from '../../../shared/page.ts'

/** Where a field's values are offered from, as the form stands. */
export interface ChoiceSource {
  readonly mediaType: string
  readonly value: string
  readonly label: string | undefined
  /** A filter of the data API, or none. */
  readonly filter: string
}

/** The first choices that apply; `null` when none do, or when what they depend on is not filled in yet. */
export function choiceSource(all: readonly FieldChoices[], heldIn: (name: string) => unknown): ChoiceSource | null {
  const holds = ([name, wanted]: readonly [string, string]) => String(heldIn(name) ?? '') === wanted
  const choices = all.find(({ when = {} }) => Object.entries(when).every(holds))
  if (choices === undefined) return null
  const { mediaType, value, label, by = {} } = choices
  const wanted = Object.entries(by).map(([field, of]) => [field, String(heldIn(of) ?? '').trim()] as const)
  if (wanted.some(([, text]) => text === '')) return null
  const filter = conjunction(wanted.map(([field, text]) => term(field, 'eq', text)))
  return { mediaType, value, label, filter: filter === null ? '' : printFilter(filter) }
}
