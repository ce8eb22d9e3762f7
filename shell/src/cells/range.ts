import type { RangeValue } from '../widgets/range-value.ts'
import { formatDecimal } from './decimal.ts'

/** @example formatRange({ from: 12, to: null }) // 'from 12' */
export function formatRange({ from, to }: RangeValue): string | null {
  const [start, end] = [from, to].map((bound) => (bound === null ? null : formatDecimal(String(bound))))
  if (start && end) return `${start} – ${end}`
  if (start) return `from ${start}`
  return end ? `up to ${end}` : null
}
