import { expected, type FieldType, type Parsed, parsed } from './field-type.ts'
import { brokenJsonRule } from './json-value.ts'
import { storableText } from './storable.ts'

/** Any JSON value, at most 64 levels deep; JSON's null is nothing. */
export const json: FieldType = {
  name: 'JSON',
  widget: 'json',
  sqlType: () => 'jsonb',
  parameterType: 'jsonb',
  parseJson: parseValue,
  parseText,
  parseOperand: storableText,
  operators: ['ct', 'lk', 'isempty'],
  sortable: false,
  isEmpty: (column) => `(${column} is null or ${column} in ('null', '{}'))`,
  props: () => ({}),
  validation: () => ({}),
  schema: () => ({}),
  shown: () => ({}),
}

function parseValue(value: unknown): Parsed {
  const broken = brokenJsonRule(value)
  if (broken !== null) return expected(broken)
  return parsed(value === null ? null : JSON.stringify(value))
}

function parseText(text: string): Parsed {
  try {
    return parseValue(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError) return expected('JSON')
    throw error
  }
}
