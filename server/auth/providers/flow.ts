import { generateCodeVerifier, generateState } from 'arctic'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { AppEnv } from '../../http.ts'
import type { Auth } from '../auth.ts'
import { handleHash, isHandle } from '../handle.ts'
import { sessionKey } from '../keys.ts'
import { ownOrigin } from '../origin.ts'
import { openText, sealText } from '../sealed-text.ts'

/** For how long somebody may take to sign in at a provider, in seconds. */
const FLOW_SECONDS = 600
const PURPOSE = 'provider-flow:v1'
const PATH = '/api/v2/auth/providers'

/** A sign-in between its start here and its return from the provider. Only the browser that began it has it, sealed. */
export interface Flow {
  /** The provider's key: what another one answers is not taken for its answer. */
  readonly provider: string
  readonly state: string
  readonly nonce: string
  /** Of PKCE. */
  readonly verifier: string
  readonly redirectUri: string
  readonly returnTo: string
  /** The user who links an account; null: somebody signs in. */
  readonly linkTo: number | null
  /** Unix time in seconds. */
  readonly until: number
}

export async function beginFlow(
  c: Context<AppEnv>,
  auth: Auth,
  { provider, returnTo, linkTo }: Pick<Flow, 'provider' | 'returnTo' | 'linkTo'>,
): Promise<Flow> {
  const origin = ownOrigin(c, auth.trustProxy)
  const flow: Flow = {
    provider,
    state: generateState(),
    nonce: generateState(),
    verifier: generateCodeVerifier(),
    redirectUri: `${origin}${PATH}/${provider}/callback`,
    returnTo,
    linkTo,
    until: seconds(auth) + FLOW_SECONDS,
  }
  const sealed = await sealText(await sessionKey(auth.database, auth.memory), PURPOSE, JSON.stringify(flow))
  setCookie(c, cookieName(flow.state), sealed, { ...attributes(c, auth), maxAge: FLOW_SECONDS })
  return flow
}

/** The flow that a provider's answer belongs to, once; null when this browser began none, or too long ago. */
export async function endFlow(c: Context<AppEnv>, auth: Auth, provider: string): Promise<Flow | null> {
  const state = c.req.query('state')
  if (state === undefined || !isHandle(state)) return null
  const sealed = getCookie(c, cookieName(state))
  if (sealed === undefined) return null
  deleteCookie(c, cookieName(state), attributes(c, auth))
  const text = await openText(await sessionKey(auth.database, auth.memory), PURPOSE, sealed)
  if (text === null) return null
  const flow = JSON.parse(text) as Flow
  if (flow.state !== state || flow.provider !== provider || flow.until <= seconds(auth)) return null
  return (await isFirst(auth, flow)) ? flow : null
}

/** A browser forgets the cookie; whoever copied it does not. */
async function isFirst({ database: { kysely }, now }: Auth, { state, until }: Flow): Promise<boolean> {
  const at = Math.floor(now() / 1000)
  await kysely.deleteFrom('marquee_provider_returns').where('expires_at', '<=', at).execute()
  const inserted = await kysely
    .insertInto('marquee_provider_returns')
    .values({ state_hash: await handleHash(state), expires_at: until })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

/** One for each, as somebody may begin in two tabs. */
function cookieName(state: string): string {
  return `marquee_provider_${state.slice(0, 16)}`
}

function attributes(c: Context<AppEnv>, auth: Auth) {
  const secure = ownOrigin(c, auth.trustProxy).startsWith('https:')
  // Lax: the provider's page leads back here
  return { path: PATH, httpOnly: true, sameSite: 'Lax', secure } as const
}

function seconds({ now }: Auth): number {
  return Math.floor(now() / 1000)
}
