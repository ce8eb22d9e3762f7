/** Either end is a number, its digits where a number would lose some, or open. */
export interface RangeValue {
  readonly from: number | string | null
  readonly to: number | string | null
}

export function readRange(value: unknown): RangeValue {
  const range = (typeof value === 'object' && value !== null ? value : {}) as Partial<RangeValue>
  return { from: range.from ?? null, to: range.to ?? null }
}
