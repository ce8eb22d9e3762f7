import type { Context } from 'hono'
import type { ProviderProblem } from '../../../shared/provider-problem.ts'
import type { AppEnv } from '../../http.ts'
import type { Auth } from '../auth.ts'
import { ProviderFault } from './provider.ts'

/** Leads the browser on; nothing of it may be stored. */
export function led(c: Context<AppEnv>, location: string): Response {
  c.header('cache-control', 'no-store')
  return c.redirect(location, 302)
}

/** Back to the sign-in page, which tells what was wrong. */
export function ledToSignIn(c: Context<AppEnv>, problem: ProviderProblem, returnTo: string): Response {
  return led(c, `/login?${new URLSearchParams({ ...nextOf(returnTo), problem })}`)
}

/**
 * To the sign-in page, which asks for the one-time code, or a passkey in its place. What stands behind `#` is sent to
 * nobody.
 */
export function ledToChallenge(
  c: Context<AppEnv>,
  { challenge, passkey }: { readonly challenge: string; readonly passkey: boolean },
  returnTo: string,
): Response {
  const query = new URLSearchParams(nextOf(returnTo)).toString()
  const known = new URLSearchParams({ challenge, ...(passkey ? { passkey: 'true' } : {}) })
  return led(c, `/login${query === '' ? '' : `?${query}`}#${known}`)
}

/** What is told of an error that is the provider's or the person's; the log has more. @throws every other error */
export function told(c: Context<AppEnv>, auth: Auth, provider: string, error: unknown): ProviderProblem {
  if (!(error instanceof ProviderFault)) throw error
  const requestId = c.get('requestId')
  auth.log?.warn('sign-in through a provider failed', { requestId, provider, because: error.message })
  return error.problem
}

function nextOf(returnTo: string): Record<string, string> {
  return returnTo === '/' ? {} : { next: returnTo }
}
