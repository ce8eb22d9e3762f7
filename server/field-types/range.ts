import type { ValidationRules } from '../../shared/page.ts'
import { decimalLimit } from '../../shared/values/decimal-number.ts'
import { limitsOf } from '../../shared/values/limits.ts'
import { ranges } from '../../shared/values/range.ts'
import { storableText } from '../../shared/values/storable.ts'
import { limitShown } from './decimal-rules.ts'
import type { FieldDefinition, FieldType } from './field-type.ts'
import { DECIMAL_TEXT, type JsonSchema, limitSchema } from './json-schema.ts'
import { limitRules } from './limits.ts'
import { propsOf } from './members.ts'

/**
 * Two numbers, `{from, to}`, either of them null where the range is open; within the props `min` and `max`.
 * Written as text: that JSON, or `from..to`.
 */
export const range: FieldType = {
  ...ranges,
  name: 'Range',
  widget: 'range',
  sqlType: () => 'jsonb',
  parameterType: 'jsonb',
  parseOperand: storableText,
  operators: ['isempty'],
  sortable: false,
  isEmpty: (column) =>
    `(${column} is null or coalesce(${column} -> 'from', 'null') = 'null' and coalesce(${column} -> 'to', 'null') = 'null')`,
  props: (field) => propsOf(field, 'min', 'max', 'step', 'unit'),
  validation,
  schema: (field) => ({
    ...rangeSchema({ type: ['number', 'string', 'null'], pattern: DECIMAL_TEXT, ...limitSchema(validation(field)) }),
    additionalProperties: false,
  }),
  shown: () => rangeSchema({ type: ['number', 'null'] }),
}

function validation(field: FieldDefinition): ValidationRules {
  return limitRules(field, limitsOf(field, decimalLimit), limitShown)
}

function rangeSchema(end: JsonSchema): JsonSchema {
  return { type: 'object', properties: { from: end, to: end } }
}
