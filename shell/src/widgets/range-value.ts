export interface RangeValue {
  readonly from: number | null
  readonly to: number | null
}

export function readRange(value: unknown): RangeValue {
  const range = (typeof value === 'object' && value !== null ? value : {}) as Partial<RangeValue>
  return { from: range.from ?? null, to: range.to ?? null }
}
