import { PROVIDER_PROBLEMS, type ProviderProblem } from '../../../shared/provider-problem.ts'

const TEXTS: Readonly<Record<ProviderProblem, string>> = {
  denied: 'The sign-in was cancelled there.',
  expired: 'That took too long, or was used already. Please try again.',
  failed: 'The provider’s answer could not be trusted. Please try again, or ask an administrator.',
  unavailable: 'The provider cannot be reached at the moment. Please try again later.',
  unlinked: 'Nobody here is linked to that account. Sign in another way, then link it on your account page.',
  disabled: 'Your account here is disabled. Please ask an administrator.',
  taken: 'That account is linked to somebody else here.',
  limited: 'Too many attempts. Please wait a few minutes.',
  unknown: 'There is no such provider here.',
}

/** What to tell of a problem that stands in an address; null for none, and for one that is not ours. */
export function problemText(code: string | null): string | null {
  const known = PROVIDER_PROBLEMS.find((problem) => problem === code)
  return known === undefined ? null : TEXTS[known]
}
