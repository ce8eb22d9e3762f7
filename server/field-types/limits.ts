import type { ValidationRules } from '../../shared/page.ts'
import type { Limits } from '../../shared/values/limits.ts'
import { present } from '../../shared/values/members.ts'
import type { FieldDefinition } from './field-type.ts'

/** The rules of a type whose only limits are `min` and `max`. */
export function limitRules<T>(
  field: FieldDefinition,
  { min, max }: Limits<T>,
  show: (value: T) => number | string,
): ValidationRules {
  return present({
    min: min === undefined ? undefined : show(min),
    max: max === undefined ? undefined : show(max),
    unique: field.unique || undefined,
  })
}

/** The one rule that every type shares. */
export const uniqueness = (field: FieldDefinition): ValidationRules => (field.unique ? { unique: true } : {})
