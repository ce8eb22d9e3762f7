import type { FilterValue } from '../../shared/filter-ast.ts'
import type { FieldType, Parameter } from '../field-types/field-type.ts'
import type { Operand, Operator } from './operator.ts'

/** An operator that compares with a list: one array parameter, however many values. A single value is a list of one. */
export function listOperator(name: string, compile: Operator['compile']): Operator {
  return { name, takes: 'list', read: (value, fieldType) => readAll(textsOf(value), fieldType), compile }
}

function textsOf(value: FilterValue): readonly string[] {
  return value.kind === 'list' ? value.items.map(({ raw }) => raw) : [value.text]
}

function readAll(texts: readonly string[], fieldType: FieldType): Operand {
  const values: unknown[] = []
  for (const [item, text] of texts.entries()) {
    const operand = fieldType.parseOperand(text)
    if (!operand.ok) return { ...operand, item }
    values.push(operand.value)
  }
  return { ok: true, value: values }
}

/** SQL of a column's equality with any item of the bound array. */
export function isAmong(column: string, fieldType: FieldType, parameter: Parameter): string {
  return fieldType.among?.(column, parameter) ?? `${column} = any(${parameter(`${fieldType.parameterType}[]`)})`
}
