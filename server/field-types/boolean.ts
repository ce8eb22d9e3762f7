import { booleans, writtenBoolean } from '../../shared/values/boolean.ts'
import type { FieldType } from './field-type.ts'
import { uniqueness } from './limits.ts'
import { IDENTITY_OPERATORS } from './operator-sets.ts'

/** True or false; in text also 1 or 0. */
export const boolean: FieldType = {
  ...booleans,
  name: 'Boolean',
  widget: 'boolean',
  sqlType: () => 'boolean',
  parameterType: 'boolean',
  parseOperand: writtenBoolean,
  operators: IDENTITY_OPERATORS,
  sortable: true,
  props: () => ({}),
  validation: uniqueness,
  schema: () => ({ type: 'boolean' }),
  shown: () => ({ type: 'boolean' }),
}
