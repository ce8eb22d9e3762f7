export interface Count {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

export const NOTHING: Count = { passed: 0, failed: 0, skipped: 0 }
export const PASSED: Count = { ...NOTHING, passed: 1 }
export const FAILED: Count = { ...NOTHING, failed: 1 }

export function sumOf(counts: readonly Count[]): Count {
  return counts.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    NOTHING,
  )
}

export function formatCount({ passed, failed, skipped }: Count): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}
