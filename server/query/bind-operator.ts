import { type FilterTerm, operatorPosition } from '../../shared/filter-ast.ts'
import type { Field } from '../catalog/catalog.ts'
import type { AppError } from '../errors.ts'
import { operators } from '../operators/index.ts'
import type { Operator } from '../operators/operator.ts'
import type { Binding } from './bind.ts'
import { filterError, parameterError } from './parse.ts'
import type { Predicate } from './plan.ts'

/** Where a term comes from: the filter, or a `<field>=<value>` parameter. */
export interface TermSource {
  readonly parameter: string
  /** Absent for a `<field>=<value>` parameter. */
  readonly term?: FilterTerm
}

/** The term's operator, if the field's type knows it. */
export function operatorOf(term: FilterTerm, field: Field, source: TermSource): Operator {
  const operator = operators.get(term.operator)
  if (!operator) {
    throw operatorError(source, `one of $${operators.names.join(', $')} instead of $${term.operator}`)
  }
  if (field.type.operators.includes(operator.name)) return operator
  const usable = field.type.operators.length === 0 ? 'no filter' : `one of $${field.type.operators.join(', $')}`
  throw operatorError(source, `${usable} on ${field.name} (${field.type.name}), not $${operator.name},`)
}

/** Reads a term's value as the field's type does. */
export function bindOperator(term: FilterTerm, field: Field, binding: Binding, source: TermSource): Predicate {
  const operator = operatorOf(term, field, source)
  const operand = operator.read(term.value, field.type)
  if (!operand.ok) throw termError(source, valuePosition(term, operand.item), `${operand.expected} for ${field.name}`)
  const common = { kind: 'term', field: field.name, operator: operator.name } as const
  if (operator.takes === 'flag') return { ...common, slot: null, flag: operand.value === true }
  return { ...common, slot: binding.values.add(operand.value) }
}

/** The value, or that item of a list which is at fault. */
function valuePosition({ value, valuePosition: whole }: FilterTerm, item: number | undefined): number {
  if (item === undefined || value.kind !== 'list') return whole
  return value.items[item]?.position ?? whole
}

function operatorError(source: TermSource, expected: string): AppError {
  return termError(source, source.term === undefined ? 0 : operatorPosition(source.term), expected)
}

/** The error of a term, at its place: in the filter, or the parameter that it is. */
export function termError(source: TermSource, position: number, expected: string): AppError {
  return source.term === undefined
    ? parameterError(source.parameter, `expected ${expected}`)
    : filterError(position, expected)
}
