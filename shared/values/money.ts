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
import { limitsOf, phrase, within } from './limits.ts'
import { countProp } from './members.ts'
import { expected, type Parsed, parsed, type RuledField, type ValueReader } from './reading.ts'

/**
 * An amount with `precision` digits after the point (absent: those of the currency, or 2) and at most `maxDigits`
 * digits in all, as decimal text. It never passes through a float, and is never rounded.
 */
export const amounts: ValueReader = {
  exact: true,
  parseJson,
  parseText: (text, field) => parseAmount(readDecimal(text), field),
}

/** What a float holds exactly whatever the digits. */
const EXACT_IN_A_NUMBER = 15

function parseJson(value: unknown, field: RuledField): Parsed {
  if (typeof value === 'string') return parseAmount(readDecimal(value), field)
  const number = typeof value === 'number' ? decimalOf(value) : null
  if (number === null || significantDigits(number) <= EXACT_IN_A_NUMBER) return parseAmount(number, field)
  return expected(`an amount of over ${EXACT_IN_A_NUMBER} digits as text`)
}

function parseAmount(number: DecimalNumber | null, field: RuledField): Parsed {
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

export function precisionOf(field: Pick<RuledField, 'props'>): number {
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
