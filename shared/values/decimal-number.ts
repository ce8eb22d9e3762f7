/** A decimal number in digits, never through a float. */
export interface DecimalNumber {
  readonly negative: boolean
  /** No leading zeros, except `0` itself. */
  readonly integer: string
  /** As written, trailing zeros included. */
  readonly fraction: string
}

/** Digits in all, before and after the point; Postgres would take more, nobody means them. */
export const MOST_DIGITS = 1000

const WRITTEN = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/

/** Reads a decimal number with a point, and perhaps an exponent: the same in every culture. */
export function readDecimal(text: string): DecimalNumber | null {
  if (text.length > MOST_DIGITS + 10) return null
  const match = WRITTEN.exec(text)
  if (!match) return null
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  const number = shift(whole, fraction, Number(exponent))
  if (number.integer.length + number.fraction.length > MOST_DIGITS) return null
  return { ...number, negative: sign === '-' && /[1-9]/.test(number.integer + number.fraction) }
}

function shift(whole: string, fraction: string, by: number): { integer: string; fraction: string } {
  const digits = whole + fraction
  const point = whole.length + by
  const before = point <= 0 ? '0' : digits.slice(0, point).padEnd(point, '0')
  const after = point >= 0 ? digits.slice(point) : '0'.repeat(-point) + digits
  return { integer: before.replace(/^0+(?=\d)/, ''), fraction: after }
}

/** A finite number in digits: the shortest that stand for it. */
export function decimalOf(value: number): DecimalNumber | null {
  return Number.isFinite(value) ? readDecimal(String(value)) : null
}

export function decimalText({ negative, integer, fraction }: DecimalNumber): string {
  return `${negative ? '-' : ''}${integer}${fraction === '' ? '' : `.${fraction}`}`
}

/** With exactly `digits` after the point; null when that would change the value. */
export function rescale(number: DecimalNumber, digits: number): DecimalNumber | null {
  const { fraction } = number
  if (/[1-9]/.test(fraction.slice(digits))) return null
  return { ...number, fraction: fraction.slice(0, digits).padEnd(digits, '0') }
}

/** Digits from the first that is not zero to the last. */
export function significantDigits({ integer, fraction }: DecimalNumber): number {
  return (integer + fraction).replace(/^0+/, '').replace(/0+$/, '').length
}

export function byDecimal(a: DecimalNumber, b: DecimalNumber): number {
  if (a.negative !== b.negative) return a.negative ? -1 : 1
  return a.negative ? byMagnitude(b, a) : byMagnitude(a, b)
}

function byMagnitude(a: DecimalNumber, b: DecimalNumber): number {
  if (a.integer.length !== b.integer.length) return a.integer.length - b.integer.length
  const length = Math.max(a.fraction.length, b.fraction.length)
  const left = a.integer + a.fraction.padEnd(length, '0')
  const right = b.integer + b.fraction.padEnd(length, '0')
  return left < right ? -1 : left > right ? 1 : 0
}

/** Reads a limit given as a number or as text. */
export function decimalLimit(prop: unknown): DecimalNumber | null {
  if (typeof prop === 'number') return decimalOf(prop)
  return typeof prop === 'string' ? readDecimal(prop) : null
}
