import { orderOperator } from './value-operator.ts'

/** Is greater than or equal. */
export const ge = orderOperator('ge', '>=')
