import type { ValidationRules } from '../../shared/page.ts'
import { decimalOperand, decimalSchema, limitShown } from './decimal.ts'
import {
  byDecimal,
  type DecimalNumber,
  decimalLimit,
  decimalOf,
  decimalText,
  readDecimal,
  rescale,
  significantDigits,
} from './decimal-number.ts'
import { expected, type FieldDefinition, type FieldType, type Parsed, parsed } from './field-type.ts'
import type { JsonSchema } from './json-schema.ts'
import { limitRules, limitsOf, phrase, within } from './limits.ts'
import { countProp, present, propsOf } from './members.ts'
import { ORDERED_OPERATORS } from './operator-sets.ts'

/** What a float holds exactly whatever the digits. */
const EXACT_IN_A_NUMBER = 15

/**
 * An amount, kept and shown as decimal text with `precision` digits after the point (absent: those of the currency,
 * or 2) and at most `maxDigits` digits in all. It never passes through a float, and is never rounded.
 */
export const money: FieldType = {
  name: 'Money',
  widget: 'money',
  sqlType: () => 'numeric',
  select: (column) => `${column}::text`,
  parameterType: 'numeric',
  exact: true,
  parseJson,
  parseText: (text, field) => parseAmount(readDecimal(text), field),
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

function parseJson(value: unknown, field: FieldDefinition): Parsed {
  if (typeof value === 'string') return parseAmount(readDecimal(value), field)
  const number = typeof value === 'number' ? decimalOf(value) : null
  if (number === null || significantDigits(number) <= EXACT_IN_A_NUMBER) return parseAmount(number, field)
  return expected(`an amount of over ${EXACT_IN_A_NUMBER} digits as text`)
}

function parseAmount(number: DecimalNumber | null, field: FieldDefinition): Parsed {
  const precision = precisionOf(field)
  const amount = number && rescale(number, precision)
  if (!amount) return expected(amountPhrase(precision))
  const limits = limitsOf(field, decimalLimit)
  if (!within(amount, limits, byDecimal)) return expected(phrase('an amount', limits, decimalText))
  const maxDigits = countProp(field, 'maxDigits')
  if (maxDigits !== undefined && digitsOf(amount) > maxDigits) {
    return expected(`an amount of at most ${maxDigits} digits, ${precision} of them after the point`)
  }
  return parsed(decimalText(amount))
}

const digitsOf = ({ integer, fraction }: DecimalNumber): number =>
  (integer === '0' ? 0 : integer.length) + fraction.length

function amountPhrase(precision: number): string {
  if (precision === 0) return 'an amount such as 12, without digits after the point'
  const example = `12.${'50'.padEnd(Math.min(precision, 4), '0').slice(0, precision)}`
  return `an amount such as ${example}, with a point and at most ${precision} digits after it`
}

/** Postgres keeps up to 16,383 digits after the point. */
const MOST_PRECISION = 100

function precisionOf(field: FieldDefinition): number {
  const precision = countProp(field, 'precision')
  return precision === undefined ? currencyDigits(field.props.currency) : Math.min(precision, MOST_PRECISION)
}

/** Digits after the point by ISO 4217, as Intl knows them; 2 for no or an unknown currency. */
function currencyDigits(currency: unknown): number {
  if (typeof currency !== 'string' || !/^[A-Za-z]{3}$/.test(currency)) return 2
  const known = digitsByCurrency.get(currency)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  digitsByCurrency.set(currency, digits)
  return digits
}

const digitsByCurrency = new Map<string, number>()
