import { CodeChallengeMethod, OAuth2Client } from 'arctic'
import type { Context } from 'hono'
import { AppError } from '../../errors.ts'
import type { AppEnv } from '../../http.ts'
import type { Auth } from '../auth.ts'
import { jsonMembers, textOf, textsOf } from '../json-body.ts'
import { person, provenPassword } from '../own-password.ts'
import { providerLimits } from '../rate-limit.ts'
import { beginFlow, type Flow } from './flow.ts'
import { led, ledToSignIn, told } from './lead.ts'
import { ownPath } from './own-path.ts'
import { ProviderFault } from './provider.ts'
import type { Provider } from './providers.ts'

/** `GET /api/v2/auth/providers/<key>/start?returnTo=…` [A6]: leads the browser to the provider's sign-in. */
export async function start(c: Context<AppEnv>, auth: Auth): Promise<Response> {
  const returnTo = ownPath(c.req.query('returnTo'))
  const provider = auth.providers.find(c.req.param('key') ?? '')
  if (provider === undefined) return ledToSignIn(c, 'unknown', returnTo)
  const attempt = await auth.attempt(providerLimits(auth.addressOf(c.req.raw, c.env)), async () => null)
  if (attempt.kind === 'refused') return ledToSignIn(c, 'limited', returnTo)
  try {
    return led(c, await signInAddress(c, auth, provider, { returnTo, linkTo: null }))
  } catch (error) {
    return ledToSignIn(c, told(c, auth, provider.key, error), returnTo)
  }
}

/**
 * `POST /api/v2/auth/providers/<key>/link` [A6]: where the caller's browser is to go, so that an account there becomes
 * another way to sign in. As it is one, the password is asked for.
 */
export async function startLink(c: Context<AppEnv>, auth: Auth): Promise<Response> {
  const user = person(c)
  const body = await jsonMembers(c, auth)
  const { currentPassword } = textsOf(body, ['currentPassword'])
  const returnTo = ownPath(textOf(body, 'returnTo'))
  const provider = auth.providers.find(c.req.param('key') ?? '')
  if (provider === undefined) throw new AppError({ code: 'NOT_FOUND', detail: 'There is no such provider.' })
  await provenPassword(c, auth, user, currentPassword)
  try {
    const location = await signInAddress(c, auth, provider, { returnTo, linkTo: user.userId })
    return c.json({ location })
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error
    told(c, auth, provider.key, error)
    throw new AppError({
      code: 'DEPENDENCY_DOWN',
      detail: `${provider.name} cannot be reached, or does not answer as it should.`,
    })
  }
}

async function signInAddress(
  c: Context<AppEnv>,
  auth: Auth,
  provider: Provider,
  flow: Pick<Flow, 'returnTo' | 'linkTo'>,
): Promise<string> {
  const { authorization } = await provider.endpoints()
  const { state, nonce, verifier, redirectUri } = await beginFlow(c, auth, { provider: provider.key, ...flow })
  const client = new OAuth2Client(provider.clientId, null, redirectUri)
  const { S256 } = CodeChallengeMethod
  const address = client.createAuthorizationURLWithPKCE(authorization, state, S256, verifier, [...provider.scopes])
  address.searchParams.set('nonce', nonce)
  return address.href
}
