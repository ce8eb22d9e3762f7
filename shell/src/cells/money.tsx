import { isDecimal } from '../widgets/decimal-text.ts'
import { numberProp, textProp } from '../widgets/widget.ts'
import type { CellProps } from './cell.tsx'
import { plainText } from './plain-text.ts'

export function MoneyCell({ field, value }: CellProps) {
  return formatMoney(plainText(value), textProp(field, 'currency'), numberProp(field, 'precision'))
}

const formats = new Map<string, Intl.NumberFormat>()

/** The exact amount as the user's language writes it: the text is formatted digit by digit, never through a float. */
export function formatMoney(amount: string, currency: string | undefined, precision: number | undefined): string {
  if (!isDecimal(amount)) return amount
  const digits = amount.split('.')[1]?.length ?? 0
  const key = `${currency}/${precision}/${digits}`
  let format = formats.get(key)
  if (!format) {
    format = formatFor(currency, Math.max(precision ?? 0, digits))
    formats.set(key, format)
  }
  return format.format(amount as Intl.StringNumericLiteral)
}

function formatFor(currency: string | undefined, digits: number): Intl.NumberFormat {
  const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  try {
    if (currency !== undefined) return new Intl.NumberFormat(undefined, { style: 'currency', currency, ...fraction })
  } catch {
    // Not an ISO 4217 code: the amount alone.
  }
  return new Intl.NumberFormat(undefined, fraction)
}
