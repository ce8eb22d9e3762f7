import { isEqual } from './eq.ts'
import { valueOperator } from './value-operator.ts'

/** Does not equal: the exact complement of `eq`, so that it holds where there is nothing. */
export const neq = {
  ...valueOperator('neq', (context) => `(${isEqual(context)}) is not true`),
  complementOf: 'eq',
}
