import { isStorable } from '../../shared/values/storable.ts'
import { expected } from '../field-types/field-type.ts'
import type { Operator } from './operator.ts'

/** Makes a pattern of SQL's `like` from a text and the indexes of its asterisks that stand for anything. */
export type ToPattern = (text: string, wildcards: readonly number[]) => string

/** An operator that looks for a pattern in the column's text, in either case. */
export function patternOperator(name: string, toPattern: ToPattern): Operator {
  return {
    name,
    takes: 'pattern',
    read: (value) => {
      if (value.kind !== 'text') return expected(`one text, not a list, after $${name}`)
      if (!isStorable(value.text)) return expected('text without NUL or broken characters')
      return { ok: true, value: toPattern(value.text, value.wildcards) }
    },
    compile: ({ column, fieldType, parameter }) =>
      `${fieldType.asText?.(column) ?? `${column}::text`} ilike ${parameter('text')}`,
  }
}
