import { orderOperator } from './value-operator.ts'

/** Is less than or equal. */
export const le = orderOperator('le', '<=')
