import { digitsOf } from '../widgets/decimal-text.ts'

const formats = new Map<string, Intl.NumberFormat>()

/**
 * The exact number as the user's language writes it: the text is formatted digit by digit, never through a float. With
 * at least `precision` digits after the point, and of a currency (ISO 4217) if there is one. What is no number stays.
 */
export function formatDecimal(text: string, precision = 0, currency?: string): string {
  const digits = digitsOf(text)
  if (digits === null) return text
  const places = Math.max(precision, digits.split('.')[1]?.length ?? 0)
  const key = `${currency}/${places}`
  let format = formats.get(key)
  if (!format) {
    format = formatFor(currency, Math.min(places, MOST_PLACES))
    formats.set(key, format)
  }
  return format.format(digits as Intl.StringNumericLiteral)
}

/** Of a number format. */
const MOST_PLACES = 100

function formatFor(currency: string | undefined, digits: number): Intl.NumberFormat {
  const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  try {
    if (currency !== undefined) return new Intl.NumberFormat(undefined, { style: 'currency', currency, ...fraction })
  } catch {
    // Not an ISO 4217 code: the amount alone.
  }
  return new Intl.NumberFormat(undefined, fraction)
}
