import { expected } from '../field-types/field-type.ts'
import type { Operator } from './operator.ts'

/** An operator that compares with one value. */
export function valueOperator(name: string, compile: Operator['compile']): Operator {
  return {
    name,
    takes: 'value',
    read: (value, fieldType) =>
      value.kind === 'text' ? fieldType.parseOperand(value.text) : expected(`one value, not a list, after $${name}`),
    compile,
  }
}

/** An operator that orders; null is neither before nor after anything. */
export function orderOperator(name: string, symbol: '<' | '<=' | '>' | '>='): Operator {
  return valueOperator(name, ({ column, parameter }) => `${column} ${symbol} ${parameter()}`)
}
