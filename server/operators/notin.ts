import { isAmong, listOperator } from './list-operator.ts'

/** Is none of a list: the exact complement of `in`, so that it holds where there is nothing. */
export const notIn = {
  ...listOperator(
    'notin',
    ({ column, fieldType, parameter }) => `(${isAmong(column, fieldType, parameter)}) is not true`,
  ),
  complementOf: 'in',
}
