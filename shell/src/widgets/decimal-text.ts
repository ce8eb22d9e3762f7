/** Exact decimal numbers as text: never through a float, never by the browser's culture. */

export interface DecimalRules {
  /** Digits after the point; 0 for whole numbers. */
  readonly precision?: number | undefined
  /** Digits in all. */
  readonly maxDigits?: number | undefined
}

export type ParsedDecimal = { readonly value: string | null } | { readonly problem: string }

const PLAIN = /^[+-]?(?:\d+\.?\d*|\.\d+)$/
const GROUPED = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/

/**
 * Reads what a user typed. The point is the decimal mark everywhere; commas and blanks may only group thousands.
 *
 * @example parseDecimal('1,234.5', { precision: 2 }) // { value: '1234.50' }
 */
export function parseDecimal(typed: string, rules: DecimalRules = {}): ParsedDecimal {
  const text = typed.replace(/[\s_']/g, '').replace(/^\u2212/, '-')
  if (text === '') return { value: null }
  const plain = GROUPED.test(text) ? text.replaceAll(',', '') : text
  if (!PLAIN.test(plain)) {
    return { problem: plain.includes(',') ? 'Write the decimal mark as a point: 12.50' : 'This is not a number' }
  }
  const { negative, whole, fraction } = parts(plain)
  const { precision, maxDigits } = rules
  if (precision !== undefined && fraction.length > precision) {
    return { problem: precision === 0 ? 'Only whole numbers' : `At most ${precision} digits after the point` }
  }
  const padded = precision === undefined ? fraction : fraction.padEnd(precision, '0')
  if (maxDigits !== undefined && (whole === '0' ? 0 : whole.length) + padded.length > maxDigits) {
    return { problem: `At most ${maxDigits} digits` }
  }
  return { value: join(negative, whole, padded) }
}

/** Negative, zero or positive, as for `sort`. Both must be plain decimals. */
export function compareDecimals(left: string, right: string): number {
  const a = parts(left)
  const b = parts(right)
  if (a.negative !== b.negative) return a.negative ? -1 : 1
  const sign = a.negative ? -1 : 1
  if (a.whole.length !== b.whole.length) return sign * (a.whole.length - b.whole.length)
  const width = Math.max(a.fraction.length, b.fraction.length)
  const left_ = a.whole + a.fraction.padEnd(width, '0')
  const right_ = b.whole + b.fraction.padEnd(width, '0')
  return left_ === right_ ? 0 : sign * (left_ < right_ ? -1 : 1)
}

export function isDecimal(value: unknown): value is string | number {
  return typeof value === 'number' ? Number.isFinite(value) : typeof value === 'string' && PLAIN.test(value)
}

/** With thousands grouped by commas and at least `precision` digits after the point: `1,234.50`. */
export function groupDecimal(value: string, precision = 0): string {
  if (!PLAIN.test(value)) return value
  const { negative, whole, fraction } = parts(value)
  return join(negative, whole.replace(/\B(?=(\d{3})+$)/g, ','), fraction.padEnd(precision, '0'))
}

function parts(text: string): { negative: boolean; whole: string; fraction: string } {
  const unsigned = text.replace(/^[+-]/, '')
  const [whole = '', fraction = ''] = unsigned.split('.')
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  return { negative: text.startsWith('-') && /[1-9]/.test(unsigned), whole: digits, fraction }
}

function join(negative: boolean, whole: string, fraction: string): string {
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}
