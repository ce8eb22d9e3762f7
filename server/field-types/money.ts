import type { ValidationRules } from '../../shared/page.ts'
import { decimalLimit } from '../../shared/values/decimal-number.ts'
import { limitsOf } from '../../shared/values/limits.ts'
import { countProp, present } from '../../shared/values/members.ts'
import { amounts, precisionOf } from '../../shared/values/money.ts'
import { decimalOperand, decimalSchema, limitShown } from './decimal-rules.ts'
import type { FieldDefinition, FieldType } from './field-type.ts'
import type { JsonSchema } from './json-schema.ts'
import { limitRules } from './limits.ts'
import { propsOf } from './members.ts'
import { ORDERED_OPERATORS } from './operator-sets.ts'

/**
 * An amount, kept and shown as decimal text with `precision` digits after the point (absent: those of the currency,
 * or 2) and at most `maxDigits` digits in all. It never passes through a float, and is never rounded.
 */
export const money: FieldType = {
  ...amounts,
  name: 'Money',
  widget: 'money',
  sqlType: () => 'numeric',
  select: (column) => `${column}::text`,
  parameterType: 'numeric',
  parseOperand: decimalOperand,
  operators: ORDERED_OPERATORS,
  sortable: true,
  sums: { sum: 'Money', average: 'Money' },
  props: (field) => ({
    ...propsOf(field, 'currency', 'min', 'max'),
    ...present({ precision: precisionOf(field), maxDigits: countProp(field, 'maxDigits') }),
    stringMode: true,
  }),
  validation,
  schema: (field) => ({ ...decimalSchema(validation(field)), ...inWords(field) }),
  shown: (field) => ({ type: 'string', pattern: '^-?\\d+(\\.\\d+)?$', ...inWords(field) }),
}

function validation(field: FieldDefinition): ValidationRules {
  return limitRules(field, limitsOf(field, decimalLimit), limitShown)
}

function inWords(field: FieldDefinition): JsonSchema {
  const { currency } = field.props
  const precision = precisionOf(field)
  const amount = typeof currency === 'string' ? `An amount in ${currency}` : 'An amount'
  const digits = precision === 1 ? '1 digit' : `${precision} digits`
  const example = precision === 0 ? '12' : `12.${'5'.padEnd(precision, '0')}`
  return { description: `${amount}, ${digits} after the point.`, examples: [example] }
}
