import type { ValidationRules } from '../../shared/page.ts'
import { decimalOperand, decimalSchema, jsonDecimal, limitShown, numberPhrase } from './decimal.ts'
import { byDecimal, type DecimalNumber, decimalLimit, decimalText, readDecimal } from './decimal-number.ts'
import { expected, type FieldDefinition, type FieldType, type Parsed, parsed } from './field-type.ts'
import { type Limits, limitRules, limitsOf, within } from './limits.ts'
import { propsOf } from './members.ts'
import { ORDERED_OPERATORS } from './operator-sets.ts'

/** A number from `min` (0) to `max` (100). `step` and `marks` guide the hand and are no rule. */
export const slider: FieldType = {
  name: 'Slider',
  widget: 'slider',
  sqlType: () => 'numeric',
  parameterType: 'numeric',
  exact: true,
  parseJson: (value, field) => parseNumber(jsonDecimal(value), field),
  parseText: (text, field) => parseNumber(readDecimal(text), field),
  parseOperand: decimalOperand,
  operators: ORDERED_OPERATORS,
  sortable: true,
  sums: { sum: 'Decimal', average: 'Decimal' },
  props: (field) => ({ min: 0, max: 100, step: 1, ...propsOf(field, 'min', 'max', 'step', 'marks') }),
  validation,
  schema: (field) => decimalSchema(validation(field)),
  shown: () => ({ type: 'number' }),
}

function validation(field: FieldDefinition): ValidationRules {
  return limitRules(field, scaleOf(field), limitShown)
}

const ZERO: DecimalNumber = { negative: false, integer: '0', fraction: '' }
const HUNDRED: DecimalNumber = { negative: false, integer: '100', fraction: '' }

function scaleOf(field: FieldDefinition): Limits<DecimalNumber> {
  return { min: ZERO, max: HUNDRED, ...limitsOf(field, decimalLimit) }
}

function parseNumber(number: DecimalNumber | null, field: FieldDefinition): Parsed {
  const scale = scaleOf(field)
  return number && within(number, scale, byDecimal) ? parsed(decimalText(number)) : expected(numberPhrase(scale))
}
