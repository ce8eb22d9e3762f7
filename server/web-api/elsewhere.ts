import type { Context, MiddlewareHandler } from 'hono'
import { AFRESH, type Auth, asksAfresh, ownOrigin, unavailable, withAccessToken } from '../auth/index.ts'
import { AppError } from '../errors.ts'
import type { AppEnv } from '../http.ts'
import { relayed } from '../services/relay.ts'
import type { Send } from '../services/transport.ts'

const SIGN_IN = /^\/(?:oauth|\.well-known|api\/v2\/auth)(?:\/|$)/
/** Of its routes those that change nobody's rights and end no token, though they are no reads. */
const HARMLESS =
  /^\/(?:oauth\/(?:introspect|device_authorization)|api\/v2\/auth\/(?:login|forgot-password|reset-password\/validate|passkeys\/sign-in(?:\/options)?))$/
/** What clients ask, and read errors of as RFC 6749 writes them. */
const OF_CLIENTS = /^\/oauth\/(?:introspect|revoke|device_authorization)$/
const FILES = /^\/api\/v1\/(?:\$upload|upload|download|fullstoragearea|\$checkupload)(?:\/|$)/
/** Media types whose records decide over rights and metadata, and what may hold such writes. */
const DECIDE = /^\/api\/v1\/(?:adm_|users|groups|permissions|sources|oauth_clients|\$batch)/
const DOWNLOADS = '/api/v1/download/file/'

/**
 * Passes on what is the authorization server's, to be mounted before anything asks who is calling: there it is settled,
 * the session's cookie and its rules included. What is believed of callers here is read afresh after a change.
 */
export function signInElsewhere(auth: Auth, send: Send): MiddlewareHandler<AppEnv> {
  const { authorizePath, tokenPath } = auth.oauth
  return async (c, next) => {
    const { path, method } = c.req
    if (!SIGN_IN.test(path) && path !== authorizePath && path !== tokenPath) return next()
    const passed = relayed(c.req.raw, (request) => send(afresh(auth, request)), cameFrom(c, auth))
    const isOfClients = method === 'POST' && (path === tokenPath || OF_CLIENTS.test(path))
    const answer = await (isOfClients ? passed.catch(toldToClient) : passed)
    // anybody may ask for those as often as they like, and to look everything up afresh is costly
    if (method !== 'GET' && method !== 'HEAD' && !HARMLESS.test(path)) auth.forget()
    return answer
  }
}

/** That nobody answers, in the form of OAuth; any other error as it is. */
function toldToClient(error: unknown): Response {
  if (!(error instanceof AppError) || error.problems[0]?.code !== 'DEPENDENCY_DOWN') throw error
  return unavailable(error.problems[0].detail, error.headers)
}

/** Passes downloads on, to be mounted before anything asks who is calling: some need no sign-in [F2.a]. */
export function downloadsElsewhere(auth: Auth, send: Send): MiddlewareHandler<AppEnv> {
  const pass = passedOn(auth, send)
  return (c, next) => (c.req.path.startsWith(DOWNLOADS) && isRead(c) ? pass(c) : next())
}

/** Passes on the other routes of the service of files. */
export function filesElsewhere(auth: Auth, send: Send): MiddlewareHandler<AppEnv> {
  const pass = passedOn(auth, send)
  return (c, next) => (FILES.test(c.req.path) ? pass(c) : next())
}

/**
 * Passes on the data API. After a write of what decides over all the rest, it is looked for here before the answer is
 * given, and elsewhere with the next requests.
 */
export function dataApiElsewhere(auth: Auth, send: Send, lookAgain: () => Promise<unknown>): MiddlewareHandler<AppEnv> {
  const pass = passedOn(auth, send)
  return async (c, next) => {
    if (!c.req.path.startsWith('/api/v1/')) return next()
    const answer = await pass(c)
    await heed(c.req, answer, auth, lookAgain)
    return answer
  }
}

/** The data API elsewhere as the caller of a request has it, for what this process asks of it on the caller's behalf. */
export function dataApiAsCaller(auth: Auth, send: Send, lookAgain: () => Promise<unknown>): Send {
  const sendAsCaller = asCaller(auth, send)
  return async (request) => {
    const { method, url } = request
    const answer = await sendAsCaller(request)
    await heed({ method, path: new URL(url).pathname }, answer, auth, lookAgain)
    return answer
  }
}

async function heed(
  { method, path }: { readonly method: string; readonly path: string },
  answer: Response,
  auth: Auth,
  lookAgain: () => Promise<unknown>,
): Promise<void> {
  if (!answer.ok || readsOnly(method) || !DECIDE.test(path)) return
  auth.forget()
  // what cannot be looked for now is looked for again within seconds; the write is done
  await lookAgain().catch(() => undefined)
}

/**
 * Sends as the caller of the request, not as this service: rights hold wherever they are applied. What was changed a
 * moment ago must not be taken there from what is believed.
 */
export function asCaller(auth: Auth, send: Send): Send {
  return async (request) => send(afresh(auth, await withAccessToken(request, auth)))
}

function afresh(auth: Auth, request: Request): Request {
  if (auth.forgotLately()) request.headers.set(AFRESH, '1')
  return request
}

/** Looks for what others changed before it lets a request go on that wants nothing merely believed. */
export function lookedAfresh(look: () => Promise<unknown>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (asksAfresh(c) && c.req.path.startsWith('/api/')) await look()
    return next()
  }
}

function passedOn(auth: Auth, send: Send): (c: Context<AppEnv>) => Promise<Response> {
  const sendAsCaller = asCaller(auth, send)
  return (c) => relayed(c.req.raw, sendAsCaller, cameFrom(c, auth))
}

function cameFrom(c: Context<AppEnv>, auth: Auth) {
  const address = auth.addressOf(c.req.raw, c.env)
  return { requestId: c.get('requestId'), origin: ownOrigin(c, auth.trustProxy), address }
}

function isRead({ req }: Context<AppEnv>): boolean {
  return readsOnly(req.method)
}

function readsOnly(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}
