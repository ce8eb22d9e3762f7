export interface Count {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

export const NOTHING: Count = { passed: 0, failed: 0, skipped: 0 }

export function formatCount({ passed, failed, skipped }: Count): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}
