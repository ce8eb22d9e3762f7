import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import Provider from 'oidc-provider'

export const OPENID_CLIENT = { clientId: 'marquee', clientSecret: 'the s:e+c%ret of Marquee' }

/** Somebody who has an account at the provider, by what is typed there. */
export interface Person {
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
}

export interface OpenIdProvider {
  readonly issuer: string
  readonly people: Map<string, Person>
  /** Lets it lead back to these addresses; before that it answers nothing but 503. */
  readonly allow: (...redirectUris: readonly string[]) => void
  /** Changes the ID tokens that it gives from now on; null: no more. */
  tamper: ((idToken: string) => Promise<string>) | null
  /** Keeps whoever trades a code waiting. */
  hangs: boolean
  /** Signs other claims than it gave, with its own key or with one that nobody knows. */
  readonly resigned: (idToken: string, change: JWTPayload, own?: boolean) => Promise<string>
  readonly stop: () => Promise<void>
}

/** An OpenID provider on the loopback, with pages to sign in and to consent. */
export async function startOpenIdProvider({ claimsInIdToken = false } = {}): Promise<OpenIdProvider> {
  const [own, other] = [await generateKeyPair('RS256', { extractable: true }), await generateKeyPair('RS256')]
  const jwk = { ...(await exportJWK(own.privateKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  const people = new Map<string, Person>()
  let answer: ((request: IncomingMessage, response: ServerResponse) => unknown) | null = null

  const server = createServer((request, response) => {
    if (answer === null) return void response.writeHead(503).end()
    if (request.url?.startsWith('/token')) {
      if (self.hangs) return
      if (self.tamper !== null) tampered(response, self.tamper)
    }
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // another host than the service's, as cookies do not look at ports
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`

  const self: OpenIdProvider = {
    issuer,
    people,
    tamper: null,
    hangs: false,
    allow: (...redirectUris) => {
      const { clientId, clientSecret } = OPENID_CLIENT
      const provider = new Provider(issuer, {
        clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [...redirectUris] }],
        jwks: { keys: [jwk] },
        cookies: { keys: ['the cookies of the provider'] },
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
        conformIdTokenClaims: !claimsInIdToken,
        pkce: { required: () => true },
        findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, ...people.get(id) }) }),
      })
      answer = provider.callback()
    },
    resigned: (idToken, change, isOwn = true) =>
      new SignJWT({ ...decodeJwt(idToken), ...change })
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .sign((isOwn ? own : other).privateKey),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return self
}

/** Lets the answer of the token endpoint out with another ID token. */
function tampered(response: ServerResponse, change: (idToken: string) => Promise<string>): void {
  const end = response.end.bind(response)
  response.end = ((body: Buffer | string) => {
    const tokens = JSON.parse(body.toString()) as { readonly id_token?: string }
    if (tokens.id_token === undefined) return end(body)
    change(tokens.id_token).then((idToken) => {
      const text = JSON.stringify({ ...tokens, id_token: idToken })
      response.setHeader('content-length', Buffer.byteLength(text))
      end(text)
    })
    return response
  }) as typeof response.end
}
