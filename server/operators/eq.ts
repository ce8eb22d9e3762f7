import type { OperatorContext } from './operator.ts'
import { valueOperator } from './value-operator.ts'

/** Equals. */
export const eq = valueOperator('eq', isEqual)

export function isEqual({ column, fieldType, parameter }: OperatorContext): string {
  return fieldType.equals?.(column, parameter) ?? `${column} = ${parameter()}`
}
