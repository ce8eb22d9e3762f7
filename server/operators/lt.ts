import { orderOperator } from './value-operator.ts'

/** Is less than. */
export const lt = orderOperator('lt', '<')
