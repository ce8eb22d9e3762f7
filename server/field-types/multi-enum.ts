import { choiceExamples, choiceSchema, choices, isChoice } from './enum.ts'
import { expected, type FieldDefinition, type FieldType, type Parsed, parsed } from './field-type.ts'
import { uniqueness } from './limits.ts'
import { IDENTITY_OPERATORS } from './operator-sets.ts'
import { isStorable, storableText } from './storable.ts'

/**
 * Any of the field's enum values, each once, in the order given; shown as an array.
 * Written as text: separated by commas, or as a JSON array where a value holds one.
 * To filters it equals each of its elements.
 */
export const multiEnum: FieldType = {
  name: 'MultiEnum',
  widget: 'multi-enum',
  sqlType: () => 'text[]',
  parameterType: 'text[]',
  parseJson: parseElements,
  parseText: (text, field) => parseElements(elementsOf(text), field),
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

function parseElements(value: unknown, field: FieldDefinition): Parsed {
  if (!Array.isArray(value)) return expected(`an array of values, each ${choices(field)}`)
  const valid = value.every((item) => typeof item === 'string' && isStorable(item) && isChoice(item, field))
  if (!valid) return expected(`values that are each ${choices(field)}`)
  return new Set(value).size === value.length ? parsed([...value]) : expected('values without duplicates')
}

function elementsOf(text: string): unknown {
  const trimmed = text.trim()
  if (trimmed === '') return []
  if (!trimmed.startsWith('[')) return trimmed.split(',').map((item) => item.trim())
  try {
    return JSON.parse(trimmed)
  } catch {
    return null
  }
}
