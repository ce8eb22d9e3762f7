import type { Field, MediaType } from '../catalog/catalog.ts'
import { columnSql } from '../catalog/sql-names.ts'
import { operators } from '../operators/index.ts'
import type { Operator } from '../operators/operator.ts'
import type { Predicate } from './plan.ts'
import type { CompileContext } from './sql-writer.ts'
import { findField } from './system-fields.ts'

/** Writes one term as its operator does. */
export function termSql(
  term: Extract<Predicate, { kind: 'term' }>,
  type: MediaType,
  alias: string,
  context: CompileContext,
): string {
  const field = findField(type, term.field) as Field
  const operator = operators.get(term.operator) as Operator
  const { slot } = term
  return operator.compile({
    column: columnSql(type, field, alias),
    fieldType: field.type,
    parameter: (cast = field.type.parameterType) => (slot === null ? 'null' : context.sql.parameter(slot, cast)),
    flag: term.flag === true,
  })
}
