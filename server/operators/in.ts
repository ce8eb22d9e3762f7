import { isAmong, listOperator } from './list-operator.ts'

/** Is one of a list. */
export const isIn = listOperator('in', ({ column, fieldType, parameter }) => isAmong(column, fieldType, parameter))
