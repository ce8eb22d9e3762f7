import { numberProp, textProp } from '../widgets/widget.ts'
import type { CellProps } from './cell.tsx'
import { formatDecimal } from './decimal.ts'
import { plainText } from './plain-text.ts'

export function MoneyCell({ field, value }: CellProps) {
  return formatMoney(plainText(value), textProp(field, 'currency'), numberProp(field, 'precision'))
}

/** The exact amount as the user's language writes it. */
export function formatMoney(amount: string, currency: string | undefined, precision: number | undefined): string {
  return formatDecimal(amount, precision, currency)
}
