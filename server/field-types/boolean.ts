import { expected, type FieldType, type Parsed, parsed } from './field-type.ts'
import { uniqueness } from './limits.ts'
import { IDENTITY_OPERATORS } from './operator-sets.ts'

const WRITTEN: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
])

/** True or false; in text also 1 or 0. */
export const boolean: FieldType = {
  name: 'Boolean',
  widget: 'boolean',
  sqlType: () => 'boolean',
  parameterType: 'boolean',
  parseJson: (value) => (typeof value === 'boolean' ? parsed(value) : expected('true or false')),
  parseText,
  parseOperand: parseText,
  operators: IDENTITY_OPERATORS,
  sortable: true,
  props: () => ({}),
  validation: uniqueness,
  schema: () => ({ type: 'boolean' }),
  shown: () => ({ type: 'boolean' }),
}

function parseText(text: string): Parsed {
  const value = WRITTEN.get(text.toLowerCase())
  return value === undefined ? expected('true or false') : parsed(value)
}
