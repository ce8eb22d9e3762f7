import type { Context } from 'hono'
import type { AppEnv, Caller } from '../http.ts'
import type { Auth } from './auth.ts'
import { type AuthorizeRequest, type ReadAuthorizeRequest, readAuthorizeRequest } from './authorize-request.ts'
import { issueCode } from './codes.ts'
import { consentPage, refusalPage } from './consent-page.ts'
import { allow, isAllowed } from './consents.ts'
import { sessionKey } from './keys.ts'
import { ownOrigin } from './origin.ts'
import { openText, sealText } from './sealed-text.ts'
import { type SessionCaller, sessionCaller } from './session-caller.ts'
import { writeSessionCookie } from './session-cookie.ts'
import { readForm } from './token-request.ts'

const TICKET = 'marquee_consent:v1'
const TICKET_SECONDS = 900
/** Characters of a request: what comes back in a consent form has to fit into one. */
const LONGEST = 8_000

/** What a consent form carries: it was shown to this user, about this request, not long ago. */
interface Ticket {
  readonly userId: number
  readonly query: string
  /** Unix time in seconds. */
  readonly expiresAt: number
}

/**
 * `GET /oauth/authorize` (RFC 6749, section 4.1.1): a code for who is signed in, at once for the house's own clients
 * and those the user allowed before, else after asking. Who is not signed in is led to the sign-in and back.
 */
export async function authorize(c: Context<AppEnv>, auth: Auth): Promise<Response> {
  const { search, searchParams } = new URL(c.req.url)
  if (search.length > LONGEST) return refusalPage(c, 'The request is too long.')
  const read = await readAuthorizeRequest(auth.database, searchParams)
  if (read.kind !== 'request') return unanswerable(c, auth, read)
  const signedIn = await user(c, auth)
  if (signedIn === null) return toSignIn(c, auth, search)
  const { request } = read
  const { clientId, isFirstParty } = request.client
  const { userId } = signedIn
  if (isFirstParty || (await isAllowed(auth, { userId, clientId }, request.scope))) {
    return withCode(c, auth, request, userId)
  }
  const ticket: Ticket = { userId, query: search, expiresAt: seconds(auth) + TICKET_SECONDS }
  const sealed = await sealText(await sessionKey(auth.database, auth.memory), TICKET, JSON.stringify(ticket))
  return consentPage(c, { request, userName: signedIn.name, action: auth.oauth.authorizePath, ticket: sealed })
}

/**
 * `POST` to the same path: what the user decided. The form is no JSON [A5]: its ticket, which no other site can have,
 * stands for that, beside the origin and the session.
 */
export async function decide(c: Context<AppEnv>, auth: Auth): Promise<Response> {
  const own = ownOrigin(c, auth.trustProxy)
  if (c.req.header('origin') !== own) return refusalPage(c, 'The form was sent from somewhere else.', 403)
  const form = readForm(c.req.header('content-type'), await c.req.text())
  const ticket = await readTicket(auth, form.get('ticket') ?? '')
  if (ticket === null) return refusalPage(c, 'You took too long, or the form was not ours. Start again.')
  const signedIn = await user(c, auth)
  if (signedIn === null) return toSignIn(c, auth, ticket.query)
  if (signedIn.userId !== ticket.userId) return refusalPage(c, 'Somebody else was asked. Start again.', 403)
  // the client may have changed since the form was shown
  const read = await readAuthorizeRequest(auth.database, new URLSearchParams(ticket.query))
  if (read.kind !== 'request') return unanswerable(c, auth, read)
  const { request } = read
  if (form.get('decision') !== 'allow') {
    const { redirectUri, state } = request
    const description = 'the user did not allow it'
    return toClient(c, auth, redirectUri, { error: 'access_denied', error_description: description }, state)
  }
  await allow(auth, { userId: ticket.userId, clientId: request.client.clientId }, request.scope)
  return withCode(c, auth, request, ticket.userId)
}

/** `GET /oauth/continue`: where the sign-in leads back to when the authorization endpoint has a path of its own. */
export function proceed(c: Context<AppEnv>, auth: Auth): Response {
  return found(c, `${auth.oauth.authorizePath}${new URL(c.req.url).search}`)
}

async function withCode(c: Context<AppEnv>, auth: Auth, request: AuthorizeRequest, userId: number): Promise<Response> {
  const { client, redirectUri, redirectGiven, challenge, scope, state } = request
  const owner = { clientId: client.clientId, userId, redirectUri, redirectGiven, challenge, scope }
  const code = await issueCode(auth, { ...owner, issuer: auth.issuerOf(c) })
  return toClient(c, auth, redirectUri, { code }, state)
}

function unanswerable(c: Context<AppEnv>, auth: Auth, read: Exclude<ReadAuthorizeRequest, { kind: 'request' }>) {
  if (read.kind === 'refused') return refusalPage(c, read.because)
  const { redirectUri, state, error, description } = read
  return toClient(c, auth, redirectUri, { error, error_description: description }, state)
}

/** Back to the client, by an address it registered, with `iss` so that it knows who answers (RFC 9207). */
function toClient(
  c: Context<AppEnv>,
  auth: Auth,
  redirectUri: string,
  answer: Readonly<Record<string, string>>,
  state: string | null,
): Response {
  const parameters = new URLSearchParams({ ...answer, ...(state === null ? {} : { state }), iss: auth.issuerOf(c) })
  return found(c, `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${parameters}`)
}

function toSignIn(c: Context<AppEnv>, auth: Auth, query: string): Response {
  const { authorizePath } = auth.oauth
  // the sign-in page knows the paths below /oauth as pages that are none of its own
  const back = authorizePath.startsWith('/oauth/') ? authorizePath : '/oauth/continue'
  return found(c, `/login?next=${encodeURIComponent(`${back}${query}`)}`)
}

/** 303, so that no browser sends a form on (RFC 9700, section 4.12). */
function found(c: Context<AppEnv>, location: string): Response {
  c.header('cache-control', 'no-store')
  c.header('location', location)
  return c.body(null, 303)
}

interface User {
  readonly userId: number
  readonly name: string
}

/** Who is signed in, the session kept alive as by any other request. */
async function user(c: Context<AppEnv>, auth: Auth): Promise<User | null> {
  const signedIn: SessionCaller | null = await sessionCaller(auth, c)
  if (signedIn === null) return null
  const { caller, renewal } = signedIn
  if (renewal !== null) writeSessionCookie(c, auth, renewal)
  return caller.userId === null ? null : { userId: caller.userId, name: nameOf(caller) }
}

function nameOf({ name, username }: Caller): string {
  return name === '' ? (username ?? '') : name
}

async function readTicket(auth: Auth, sealed: string): Promise<Ticket | null> {
  const text = await openText(await sessionKey(auth.database, auth.memory), TICKET, sealed)
  if (text === null) return null
  const ticket = JSON.parse(text) as Ticket
  return ticket.expiresAt > seconds(auth) ? ticket : null
}

function seconds({ now }: Auth): number {
  return Math.floor(now() / 1000)
}
