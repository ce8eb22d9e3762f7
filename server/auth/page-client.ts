import { AppError } from '../errors.ts'
import type { AuthCore } from './auth.ts'
import type { AuthorizationServer } from './authorization-server.ts'
import { randomText } from './base64url.ts'
import { PAGE_CLIENT, WEB_CLIENT } from './clients.ts'
import { issueCode } from './codes.ts'
import { hashPassword } from './password.ts'
import { challengeOf } from './pkce.ts'
import { ALL_SCOPES } from './scopes.ts'
import { keptSetting } from './settings.ts'
import { type TokenAnswer, tokenAnswer } from './token-endpoint.ts'
import { OauthError } from './token-request.ts'

const SECRET = 'page_client_secret'
/** Where nobody is ever led: sign-in form and page server are one place, and the code goes straight from one to the other. */
const REDIRECT_URI = 'urn:marquee:pages'

/** The tokens of a session; `expiresAt` in Unix seconds. */
export interface SessionTokens {
  readonly access: string
  readonly refresh: string
  readonly expiresAt: number
}

/** The page server as a client of the authorization server: type 1, the house's own [AUTH4]. */
export interface PageClient {
  /** Lets the authorization server issue a code for a user it has just authenticated, and trades it [AUTH5], [AUTH6]. */
  readonly signIn: (userId: number, issuer: string) => Promise<SessionTokens>
  /** Null when the refresh token is no longer good [AUTH13]. */
  readonly refresh: (refresh: string) => Promise<SessionTokens | null>
}

/** @param server where the tokens come from when the authorization server is another process. */
export function createPageClient(auth: AuthCore, server: Pick<AuthorizationServer, 'token'> | null): PageClient {
  const { database, memory } = auth
  const answered = server?.token ?? ((form: Readonly<Record<string, string>>) => ownAnswer(auth, form))

  async function secretOf(): Promise<string> {
    memory.pageSecret ??= await keptSetting(database, SECRET, () => randomText(32))
    return memory.pageSecret
  }

  /** Makes the client when it is not there: on the first sign-in, or after somebody removed it. */
  async function ensure(): Promise<void> {
    const known = database.kysely.selectFrom('oauth_clients').select('id').where('client_id', '=', PAGE_CLIENT)
    if ((await known.executeTakeFirst()) === undefined) await register(await secretOf())
  }

  async function register(secret: string): Promise<void> {
    const own = { client_type: WEB_CLIENT, secret_hash: await hashPassword(secret), is_first_party: true, scopes: null }
    await database.kysely
      .insertInto('oauth_clients')
      .values({ client_id: PAGE_CLIENT, name: 'Marquee', ...own, redirect_uris: null })
      .onConflict((conflict) => conflict.column('client_id').doUpdateSet(own))
      .execute()
  }

  /** A token request in form fields, as the specification names them, the secret among them. */
  async function ask(fields: Readonly<Record<string, string>>): Promise<SessionTokens> {
    const form = { ...fields, client_id: PAGE_CLIENT, client_secret: await secretOf() }
    const answer = await answered(form)
    const { access_token: access, refresh_token: refresh, expires_in: seconds } = answer
    return { access, refresh, expiresAt: Math.floor(auth.now() / 1000) + seconds }
  }

  /** Asks once more when somebody changed or removed the client: its secret is ours to set. */
  async function askSurely(fields: () => Promise<Readonly<Record<string, string>>>): Promise<SessionTokens> {
    try {
      return await ask(await fields())
    } catch (error) {
      if (!(error instanceof OauthError) || !['invalid_client', 'unauthorized_client'].includes(error.code)) throw error
      memory.pageSecret = null
      await register(await secretOf())
      return ask(await fields())
    }
  }

  return {
    signIn: (userId, issuer) => {
      const trade = async () => {
        await ensure()
        const verifier = randomText(32)
        const code = await issueCode(auth, {
          clientId: PAGE_CLIENT,
          userId,
          redirectUri: REDIRECT_URI,
          redirectGiven: true,
          challenge: await challengeOf(verifier),
          scope: ALL_SCOPES,
          issuer,
        })
        return { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, code_verifier: verifier }
      }
      return askSurely(trade).catch((error) => {
        // the user was disabled a moment ago
        if (error instanceof OauthError) throw new AppError({ code: 'UNAUTHENTICATED', detail: 'The sign-in ended.' })
        throw error
      })
    },

    refresh: async (refresh) => {
      try {
        return await askSurely(async () => ({ grant_type: 'refresh_token', refresh_token: refresh }))
      } catch (error) {
        if (error instanceof OauthError) return null
        throw error
      }
    },
  }
}

/** The token endpoint's answer, in this process. */
function ownAnswer(auth: AuthCore, form: Readonly<Record<string, string>>): Promise<TokenAnswer> {
  return tokenAnswer(auth, {
    contentType: 'application/x-www-form-urlencoded',
    body: new URLSearchParams(form).toString(),
    authorization: undefined,
    address: null,
    isOwn: true,
    issuer: '',
  })
}
