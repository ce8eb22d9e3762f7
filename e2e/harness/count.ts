export interface Count {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** What failed, a text each: its name and its first error. */
  readonly failures: readonly string[]
}

export const NOTHING: Count = { passed: 0, failed: 0, skipped: 0, failures: [] }
export const PASSED: Count = { ...NOTHING, passed: 1 }

export function failedAs(name: string): Count {
  return { ...NOTHING, failed: 1, failures: [name] }
}

export function sumOf(counts: readonly Count[]): Count {
  return counts.reduce(
    (sum, { passed, failed, skipped, failures }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
      failures: [...sum.failures, ...failures],
    }),
    NOTHING,
  )
}

/** What failed, and as the last line the sum. */
export function formatCount({ passed, failed, skipped, failures }: Count): string {
  return [
    ...failures.map((failure) => `FAILED ${failure}`),
    `${passed} passed, ${failed} failed, ${skipped} skipped`,
  ].join('\n')
}
