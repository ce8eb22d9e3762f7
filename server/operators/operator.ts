/**
 * A filter operator in two steps. Binding reads the term's value: `operator.read(term.value, fieldType)` gives the
 * operand, or what was expected. Compiling makes SQL from a column reference, the same for every operand; only an
 * operand that is a flag is part of the SQL, and of the statement's shape, and is never bound.
 *
 * @example
 * // year_$in(1979,1986) on the Integer column "t"."year", bound as the statement's third parameter
 * const operator = operators.get('in')
 * const operand = operator.read(term.value, integer)   // { ok: true, value: [1979, 1986] }
 * operator.compile({
 *   column: '"t"."year"',
 *   fieldType: integer,
 *   parameter: (cast = integer.parameterType) => `$3::${cast}`,
 *   flag: operand.value === true,
 * })                                                   // '"t"."year" = any($3::bigint[])'
 */
import type { FilterValue } from '../../shared/filter-ast.ts'
import type { FieldType, Parameter } from '../field-types/field-type.ts'

export interface Operator {
  /** As in the filter, without `$`. */
  readonly name: string
  /** `value`, `pattern` and `list` bind one parameter, of a list an array; `flag` binds none. */
  readonly takes: 'value' | 'pattern' | 'list' | 'flag'
  /** Operator whose matches are exactly the rows that this one leaves out. */
  readonly complementOf?: string
  readonly read: (value: FilterValue, fieldType: FieldType) => Operand
  /** SQL that is true of the rows that match; null counts as not matching. */
  readonly compile: (context: OperatorContext) => string
}

export interface OperatorContext {
  readonly column: string
  readonly fieldType: FieldType
  readonly parameter: Parameter
  /** The operand of an operator that takes a flag. */
  readonly flag: boolean
}

/** `item`: which one of a list's items was not as expected, from 0. */
export type Operand =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly expected: string; readonly item?: number }
