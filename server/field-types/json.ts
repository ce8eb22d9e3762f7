import { jsonValues } from '../../shared/values/json.ts'
import { storableText } from '../../shared/values/storable.ts'
import type { FieldType } from './field-type.ts'

/** Any JSON value, at most 64 levels deep; JSON's null is nothing. */
export const json: FieldType = {
  ...jsonValues,
  name: 'JSON',
  widget: 'json',
  sqlType: () => 'jsonb',
  parameterType: 'jsonb',
  parseOperand: storableText,
  operators: ['ct', 'lk', 'isempty'],
  sortable: false,
  isEmpty: (column) => `(${column} is null or ${column} in ('null', '{}'))`,
  props: () => ({}),
  validation: () => ({}),
  schema: () => ({}),
  shown: () => ({}),
}
