/** Why a sign-in through an outside provider came to nothing [A6]; the sign-in page has a text for each. */
export const PROVIDER_PROBLEMS = [
  'denied',
  'expired',
  'failed',
  'unavailable',
  'unlinked',
  'disabled',
  'taken',
  'limited',
  'unknown',
] as const

export type ProviderProblem = (typeof PROVIDER_PROBLEMS)[number]
