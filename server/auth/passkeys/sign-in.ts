import type { Context } from 'hono'
import type { CurrentUser } from '../../../shared/session.ts'
import { AppError } from '../../errors.ts'
import type { AppEnv } from '../../http.ts'
import type { Auth } from '../auth.ts'
import { fromBase64Url } from '../base64url.ts'
import { userOf } from '../credentials.ts'
import { holdUser } from '../hold-user.ts'
import { jsonMembers, textOf } from '../json-body.ts'
import { signedIn } from '../login.ts'
import { addressLimits, attempted, otpLimit } from '../rate-limit.ts'
import { challengedUser } from '../totp-challenge.ts'
import { type Assertion, readAssertion } from './answer.ts'
import { newChallenge, openChallenge, takeChallenge } from './challenges.ts'
import { requestOptions } from './options.ts'
import type { RelyingParty } from './relying-party.ts'
import { credentialsOf, notePasskeyUse, storedPasskey } from './store.ts'
import { misdirected, verifiedAssertion } from './verify.ts'

/**
 * `POST …/passkeys/sign-in/options`: what the browser asks for a passkey with. Nobody is named, so that nothing can tell
 * whether an account exists; after a right password, `challengeToken` names the user whose passkeys will do.
 */
export async function signInOptions(c: Context<AppEnv>, auth: Auth, party: RelyingParty): Promise<Response> {
  const body = await jsonMembers(c, auth)
  const token = textOf(body, 'challengeToken')
  if (token === null) return c.json(requestOptions(party, await newChallenge(auth, { kind: 'signIn' }), null))
  const userId = await challengedUser(auth, token)
  if (userId === null) throw refused()
  const { known } = await credentialsOf(auth, userId)
  if (known.length === 0) {
    throw new AppError({ code: 'VALIDATION', detail: 'The user has no passkey: enter a code.', pointer: '' })
  }
  return c.json(requestOptions(party, await newChallenge(auth, { kind: 'secondFactor', userId }), known))
}

/**
 * `POST …/passkeys/sign-in`: signs in by a passkey alone, which then has to have verified the person and counts as both
 * factors, or, with the `challengeToken` that a right password gave, by a passkey in the place of the one-time code.
 */
export async function signInByPasskey(c: Context<AppEnv>, auth: Auth, party: RelyingParty): Promise<Response> {
  const body = await jsonMembers(c, auth)
  const token = textOf(body, 'challengeToken')
  const assertion = readAssertion(body.credential)
  const limits = addressLimits(auth.addressOf(c.req.raw, c.env))
  if (token === null) {
    const user = attempted(await auth.attempt(limits, () => authenticated(auth, party, assertion, null)))
    if (user === null) throw await refusedPasskey(auth, party, assertion)
    return signedIn(c, auth, user)
  }
  const userId = await challengedUser(auth, token)
  if (userId === null) throw refused()
  const own = [otpLimit(userId), ...limits]
  const user = attempted(await auth.attempt(own, () => authenticated(auth, party, assertion, userId)))
  if (user === null) throw await refusedPasskey(auth, party, assertion)
  return signedIn(c, auth, user)
}

/** Whose passkey it is, used up; null for any doubt. `expected` gave the password already. */
async function authenticated(
  auth: Auth,
  party: RelyingParty,
  assertion: Assertion,
  expected: number | null,
): Promise<CurrentUser | null> {
  const { response, clientData, userHandle } = assertion
  if (misdirected(clientData, party) !== null) return null
  const kind = expected === null ? 'signIn' : 'secondFactor'
  const challenge = await openChallenge(auth, clientData.challenge, kind)
  const stored = challenge === null ? null : await storedPasskey(auth, response.id)
  if (challenge === null || stored === null) return null
  const { id, userId } = stored
  if (challenge.kind === 'secondFactor' && (challenge.userId !== userId || expected !== userId)) return null
  // a person who named nobody is named by the authenticator (WebAuthn, section 7.2, step 6)
  if (userHandle === null ? expected === null : userHandle !== stored.userHandle) return null
  const key = fromBase64Url(stored.publicKey)
  const verifiesUser = expected === null
  const used = key === null ? null : await verifiedAssertion(assertion, party, key, { verifiesUser })
  if (used === null) return null
  const use = { counter: used.newCounter, at: Math.floor(auth.now() / 1000), backedUp: used.credentialBackedUp }
  const outcome = await auth.database.transaction(async ({ kysely }) => {
    if (!(await holdUser(kysely, userId))) return 'disabled'
    if (!(await takeChallenge(kysely, auth.now(), challenge))) return 'replayed'
    return (await notePasskeyUse(kysely, id, use)) ? 'noted' : 'counter'
  })
  if (outcome === 'noted') return userOf(auth.database, userId)
  if (outcome !== 'disabled') {
    const why = outcome === 'replayed' ? 'answer of a passkey replayed' : 'counter of a passkey went back'
    auth.log?.warn(`${why}, sign-in refused`, { userId, passkey: id })
  }
  return null
}

/** Points at the id of a passkey that signs nobody in, not of one that came too late: only the first may be dropped. */
async function refusedPasskey(auth: Auth, party: RelyingParty, { clientData, response }: Assertion): Promise<AppError> {
  const why = misdirected(clientData, party)
  if (why !== null) return refused(why)
  const stored = await storedPasskey(auth, response.id)
  const isGood = stored !== null && (await userOf(auth.database, stored.userId)) !== null
  return isGood ? refused() : refused(null, '/credential/id')
}

function refused(why: string | null = null, pointer?: string): AppError {
  const detail = why ?? 'The passkey is not known here, or it came too late.'
  return new AppError({ code: 'UNAUTHENTICATED', detail, ...(pointer === undefined ? {} : { pointer }) })
}
