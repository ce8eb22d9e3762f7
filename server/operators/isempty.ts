import { expected } from '../field-types/field-type.ts'
import type { Operator } from './operator.ts'

/** Holds nothing (`true`) or something (`false`). */
export const isEmpty: Operator = {
  name: 'isempty',
  takes: 'flag',
  read: (value) => {
    const text = value.kind === 'text' ? value.text : ''
    return text === 'true' || text === 'false' ? { ok: true, value: text === 'true' } : expected('true or false')
  },
  compile: ({ column, fieldType, flag }) => {
    if (!fieldType.isEmpty) return flag ? `${column} is null` : `${column} is not null`
    return flag ? fieldType.isEmpty(column) : `not ${fieldType.isEmpty(column)}`
  },
}
