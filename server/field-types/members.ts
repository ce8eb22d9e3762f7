import { present } from '../../shared/values/members.ts'
import type { FieldDefinition } from './field-type.ts'

/** The named props of a field that are set. */
export function propsOf(field: FieldDefinition, ...names: readonly string[]): Readonly<Record<string, unknown>> {
  return present(Object.fromEntries(names.map((name) => [name, field.props[name] ?? undefined])))
}
