import { jsonDecimal, numberPhrase } from './decimal.ts'
import { byDecimal, type DecimalNumber, decimalLimit, decimalText, readDecimal } from './decimal-number.ts'
import { type Limits, limitsOf, within } from './limits.ts'
import { expected, type Parsed, parsed, type RuledField, type ValueReader } from './reading.ts'

/** A number from `min` (0) to `max` (100). `step` and `marks` guide the hand and are no rule. */
export const scales: ValueReader = {
  exact: true,
  parseJson: (value, field) => parseNumber(jsonDecimal(value), field),
  parseText: (text, field) => parseNumber(readDecimal(text), field),
}

const ZERO: DecimalNumber = { negative: false, integer: '0', fraction: '' }
const HUNDRED: DecimalNumber = { negative: false, integer: '100', fraction: '' }

export function scaleOf(field: Pick<RuledField, 'props'>): Limits<DecimalNumber> {
  return { min: ZERO, max: HUNDRED, ...limitsOf(field, decimalLimit) }
}

function parseNumber(number: DecimalNumber | null, field: RuledField): Parsed {
  const scale = scaleOf(field)
  return number && within(number, scale, byDecimal) ? parsed(decimalText(number)) : expected(numberPhrase(scale))
}
