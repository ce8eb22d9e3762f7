import { choiceLists } from '../../shared/values/choice.ts'
import { storableText } from '../../shared/values/storable.ts'
import { choiceExamples, choiceSchema } from './enum.ts'
import type { FieldType } from './field-type.ts'
import { uniqueness } from './limits.ts'
import { IDENTITY_OPERATORS } from './operator-sets.ts'

/**
 * Any of the field's enum values, each once, in the order given; shown as an array.
 * Written as text: separated by commas, or as a JSON array where a value holds one.
 * To filters it equals each of its elements.
 */
export const multiEnum: FieldType = {
  ...choiceLists,
  name: 'MultiEnum',
  widget: 'multi-enum',
  sqlType: () => 'text[]',
  parameterType: 'text[]',
  parseOperand: storableText,
  operators: IDENTITY_OPERATORS,
  sortable: false,
  equals: (column, parameter) => `${column} @> array[${parameter('text')}]`,
  among: (column, parameter) => `${column} && ${parameter('text[]')}`,
  isEmpty: (column) => `(${column} is null or cardinality(${column}) = 0)`,
  asText: (column) => `array_to_string(${column}, ',')`,
  written: (column) =>
    `case when exists (select from unnest(${column}) v where v !~ '^\\w([^,]*\\w)?$')
      then to_json(${column})::text else array_to_string(${column}, ',') end`,
  elements: { type: 'Enum', sql: (column) => `unnest(${column})` },
  props: () => ({}),
  validation: uniqueness,
  schema: (field) => ({ type: 'array', items: choiceSchema(field), uniqueItems: true }),
  shown: (field) => ({ type: 'array', items: { type: 'string', ...choiceExamples(field) } }),
}
