import {
  byDecimal,
  type DecimalNumber,
  decimalOf,
  decimalText,
  readDecimal,
  rescale,
  significantDigits,
} from '../../../shared/values/decimal-number.ts'

/** Exact decimal numbers as text: never through a float, never by the browser's culture. */

export interface DecimalRules {
  /** Digits after the point; 0 for whole numbers. */
  readonly precision?: number | undefined
  /** Digits in all. */
  readonly maxDigits?: number | undefined
}

export type ParsedDecimal = { readonly value: string | null } | { readonly problem: string }

/** Whether people here write the decimal mark as a comma: what is clear elsewhere can be read both ways by them. */
const COMMA_IS_MARK = new Intl.NumberFormat()
  .formatToParts(1.5)
  .some(({ type, value }) => type === 'decimal' && value === ',')

const GROUPED = /^-?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/
const ONE_GROUP = /^-?\d{1,3},\d{3}$/
/** As cultures with the comma as mark write a number. */
const FOREIGN = /^-?(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d*)?$/

/**
 * Reads what a user typed. The point is the decimal mark everywhere; commas and blanks may only group thousands. What
 * people who write a decimal comma may have meant otherwise is not guessed at.
 *
 * @example parseDecimal('1,234.5', { precision: 2 }) // { value: '1234.50' }
 */
export function parseDecimal(typed: string, rules: DecimalRules = {}, commaIsMark = COMMA_IS_MARK): ParsedDecimal {
  const text = typed
    .replace(/[\s_'’]/g, '')
    .replace(/^\u2212/, '-')
    .replace(/^\+(?=[\d.])/, '')
  if (text === '') return { value: null }
  if (commaIsMark && ONE_GROUP.test(text)) {
    return { problem: `This can be read both ways: write ${text.replace(',', '.')} or ${text.replace(',', '')}` }
  }
  const plain = GROUPED.test(text) ? text.replaceAll(',', '') : text
  const number = readDecimal(plain.replace(/^(-?)\.(?=\d)/, '$10.').replace(/(\d)\.(?=$|e)/i, '$1'))
  return number === null ? { problem: misread(plain) } : keptBy(number, rules)
}

function misread(text: string): string {
  if (!FOREIGN.test(text))
    return text.includes(',') ? 'Write the decimal mark as a point: 12.50' : 'This is not a number'
  return `Write the decimal mark as a point: ${text.replaceAll('.', '').replace(',', '.').replace(/\.$/, '')}`
}

function keptBy(number: DecimalNumber, { precision, maxDigits }: DecimalRules): ParsedDecimal {
  const kept = precision === undefined ? number : rescale(number, precision)
  if (kept === null) {
    return { problem: precision === 0 ? 'Only whole numbers' : `At most ${counted(precision ?? 0)} after the point` }
  }
  const digits = (kept.integer === '0' ? 0 : kept.integer.length) + kept.fraction.length
  if (maxDigits !== undefined && digits > maxDigits) return { problem: `At most ${counted(maxDigits)}` }
  return { value: decimalText(kept) }
}

const counted = (digits: number): string => (digits === 1 ? '1 digit' : `${digits} digits`)

/** A number's digits, however it came; `null` for what is none. */
export function digitsOf(value: unknown): string | null {
  const number = typeof value === 'number' ? decimalOf(value) : typeof value === 'string' ? readDecimal(value) : null
  return number && decimalText(number)
}

/** As JSON had better carry it: a number, or text where a number would lose digits. */
export function wireNumber(digits: string): number | string {
  const number = readDecimal(digits)
  return number && significantDigits(number) <= 15 && number.integer.length <= 15 ? Number(digits) : digits
}

/** Negative, zero or positive, as for `sort`; 0 for what is no number. */
export function compareDecimals(left: string | number, right: string | number): number {
  const [a, b] = [digitsOf(left), digitsOf(right)]
  return a === null || b === null ? 0 : byDecimal(readDecimal(a) as DecimalNumber, readDecimal(b) as DecimalNumber)
}

/** Exactly: 0.1 and 0.2 are 0.3. */
export function addDecimals(left: string, right: string): string {
  const numbers = [left, right].map((text) => readDecimal(text) ?? { negative: false, integer: '0', fraction: '' })
  const places = Math.max(...numbers.map(({ fraction }) => fraction.length))
  const units = numbers.map(({ negative, integer, fraction }) => {
    const whole = BigInt(integer + fraction.padEnd(places, '0'))
    return negative ? -whole : whole
  })
  const sum = units.reduce((total, unit) => total + unit, 0n)
  const digits = (sum < 0n ? -sum : sum).toString().padStart(places + 1, '0')
  const fraction = digits.slice(digits.length - places)
  return `${sum < 0n ? '-' : ''}${digits.slice(0, digits.length - places)}${places === 0 ? '' : `.${fraction}`}`
}

/**
 * With thousands grouped and at least `precision` digits after the point: `1,234.50`. Where the comma is the decimal
 * mark they are grouped by blanks, so that nobody takes them for fractions.
 */
export function groupDecimal(value: string, precision = 0, commaIsMark = COMMA_IS_MARK): string {
  const number = readDecimal(value)
  if (number === null) return value
  const integer = number.integer.replace(/\B(?=(\d{3})+$)/g, commaIsMark ? '\u202f' : ',')
  return decimalText({ ...number, integer, fraction: number.fraction.padEnd(precision, '0') })
}
