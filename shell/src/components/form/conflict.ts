import type { FieldSchema, FormData } from '../../../../shared/page.ts'
import { currentValue, type FormState } from './form-state.ts'
import { sameValue } from './same-value.ts'

export interface Difference {
  readonly field: FieldSchema
  readonly mine: unknown
  readonly theirs: unknown
  /** Who moved away from the version both began with. */
  readonly changedBy: 'me' | 'them' | 'both'
}

/** Where the form on the screen and the record as it is now differ, those that both changed first. */
export function differences(state: FormState, fresh: FormData, fields: readonly FieldSchema[]): Difference[] {
  const found: Difference[] = []
  for (const field of fields) {
    const mine = currentValue(state, field.name)
    const theirs = fresh.values[field.name]
    if (sameValue(field, mine, theirs)) continue
    const edited = Object.hasOwn(state.edits, field.name)
    const moved = !sameValue(field, theirs, state.baseline.values[field.name])
    found.push({ field, mine, theirs, changedBy: edited && moved ? 'both' : edited ? 'me' : 'them' })
  }
  return found.sort((a, b) => Number(b.changedBy === 'both') - Number(a.changedBy === 'both'))
}
