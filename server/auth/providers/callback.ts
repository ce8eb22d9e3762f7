import type { Context } from 'hono'
import type { AppEnv } from '../../http.ts'
import type { Auth } from '../auth.ts'
import { userOf } from '../credentials.ts'
import { hasPasskeys } from '../passkeys/store.ts'
import { addressLimits } from '../rate-limit.ts'
import { sessionCaller } from '../session-caller.ts'
import { writeSessionCookie } from '../session-cookie.ts'
import { totpState } from '../totp.ts'
import { newChallenge } from '../totp-challenge.ts'
import { plain } from './exchange.ts'
import { userOfProfile } from './find-user.ts'
import { endFlow, type Flow } from './flow.ts'
import { linkIdentity } from './identities.ts'
import { led, ledToChallenge, ledToSignIn, told } from './lead.ts'
import { withParameter } from './own-path.ts'
import { type Profile, ProviderFault } from './provider.ts'
import type { Provider } from './providers.ts'

/** `GET /api/v2/auth/providers/<key>/callback` [A6]: where a provider leads back to. */
export async function callback(c: Context<AppEnv>, auth: Auth): Promise<Response> {
  const provider = auth.providers.find(c.req.param('key') ?? '')
  if (provider === undefined) return ledToSignIn(c, 'unknown', '/')
  const flow = await endFlow(c, auth, provider.key)
  if (flow === null) return ledToSignIn(c, 'expired', '/')
  try {
    const profile = await profileOf(c, auth, provider, flow)
    return await (flow.linkTo === null ? signedIn(c, auth, provider, flow, profile) : linked(c, auth, flow, profile))
  } catch (error) {
    const problem = told(c, auth, provider.key, error)
    if (flow.linkTo === null) return ledToSignIn(c, problem, flow.returnTo)
    return led(c, withParameter(flow.returnTo, 'linked', problem))
  }
}

/**
 * Whom the provider vouches for; whoever has it fail too often has to wait. One that is down, or a person who changed their
 * mind, guesses nothing, and must not keep the neighbours from signing in with a password.
 *
 * @throws {ProviderFault}
 */
async function profileOf(c: Context<AppEnv>, auth: Auth, provider: Provider, flow: Flow): Promise<Profile> {
  let fault: unknown = null
  const attempt = await auth.attempt(addressLimits(auth.addressOf(c.req.raw, c.env)), async () => {
    try {
      return await answered(c, provider, flow)
    } catch (error) {
      if (!(error instanceof ProviderFault) || error.problem !== 'failed') throw error
      fault = error
      return null
    }
  })
  if (attempt.kind === 'refused') throw new ProviderFault('limited', 'too many attempts from that address')
  if (attempt.result !== null) return attempt.result
  throw fault
}

async function answered(c: Context<AppEnv>, provider: Provider, flow: Flow): Promise<Profile> {
  const endpoints = await provider.endpoints()
  const iss = c.req.query('iss')
  // before anything else is believed: another provider may answer in its place (RFC 9207, section 2.4)
  const named = iss === undefined ? !endpoints.namesIssuer : endpoints.issuer === null || iss === endpoints.issuer
  if (!named) throw new ProviderFault('failed', 'the answer is of another issuer')
  const error = c.req.query('error')
  if (error === 'access_denied') throw new ProviderFault('denied', 'the person did not allow it')
  if (error !== undefined) throw new ProviderFault('failed', `it answered ${plain(error)}`)
  const code = c.req.query('code')
  if (code === undefined || code === '' || code.length > 8192) throw new ProviderFault('failed', 'it gave no code')
  const { redirectUri, verifier, nonce } = flow
  return provider.profile(await provider.exchange({ code, redirectUri, verifier }), nonce)
}

async function signedIn(
  c: Context<AppEnv>,
  auth: Auth,
  { key }: Provider,
  { returnTo }: Flow,
  profile: Profile,
): Promise<Response> {
  const userId = await userOfProfile(auth, key, profile)
  if ((await userOf(auth.database, userId)) === null) throw new ProviderFault('disabled', 'the user is disabled')
  // whatever the provider asked for, the second factor is ours
  if ((await totpState(auth, userId)).enabled) {
    const challenge = await newChallenge(auth, userId)
    if (challenge === null) throw new ProviderFault('disabled', 'the user is gone')
    return ledToChallenge(c, { challenge, passkey: await hasPasskeys(auth, userId) }, returnTo)
  }
  writeSessionCookie(c, auth, await auth.sessions.start(userId, auth.issuerOf(c)))
  return led(c, returnTo)
}

/** Another way to sign in for the user who asked for it, and is still the one who is signed in. */
async function linked(c: Context<AppEnv>, auth: Auth, flow: Flow, profile: Profile): Promise<Response> {
  const signedIn = await sessionCaller(auth, c)
  const userId = signedIn?.caller.userId ?? null
  if (signedIn === null || userId === null || userId !== flow.linkTo) {
    throw new ProviderFault('expired', 'somebody else is signed in than asked for the link')
  }
  if (signedIn.renewal !== null) writeSessionCookie(c, auth, signedIn.renewal)
  const at = Math.floor(auth.now() / 1000)
  const owner = await linkIdentity(auth.database.kysely, at, { userId, provider: flow.provider, profile })
  if (owner !== userId) throw new ProviderFault('taken', 'the account is linked to another user')
  return led(c, withParameter(flow.returnTo, 'linked', 'done'))
}
