import { orderOperator } from './value-operator.ts'

/** Is greater than. */
export const gt = orderOperator('gt', '>')
