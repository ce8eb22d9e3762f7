export interface Count {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** What failed, a text each: its name and its first error. */
  readonly failures: readonly string[]
  /** Names of tests that passed when they were tried once more. */
  readonly retried: readonly string[]
}

export const NOTHING: Count = { passed: 0, failed: 0, skipped: 0, failures: [], retried: [] }
export const PASSED: Count = { ...NOTHING, passed: 1 }

export function failedAs(name: string): Count {
  return { ...NOTHING, failed: 1, failures: [name] }
}

export function sumOf(counts: readonly Count[]): Count {
  return counts.reduce(
    (sum, { passed, failed, skipped, failures, retried }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
      failures: [...sum.failures, ...failures],
      retried: [...sum.retried, ...retried],
    }),
    NOTHING,
  )
}

/** What passed at a later try only, what failed, and as the last line the sum. */
export function formatCount({ passed, failed, skipped, failures, retried }: Count): string {
  return [
    ...retried.map((name) => `RETRIED ${name}`),
    ...failures.map((failure) => `FAILED ${failure}`),
    `${passed} passed, ${failed} failed, ${skipped} skipped`,
  ].join('\n')
}
