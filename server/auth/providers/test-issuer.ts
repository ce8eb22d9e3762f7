import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import type { ProviderConfig } from '../../config-providers.ts'

export interface TestServer {
  /** With the host 127.0.0.1, and without a slash at its end. */
  readonly url: string
  readonly close: () => Promise<void>
}

/** A web server on the loopback. */
export async function startTestServer(answer: RequestListener): Promise<TestServer> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const piece of request) text += piece
  return new URLSearchParams(text)
}

export const CLIENT = { clientId: 'cms', clientSecret: 's:e+c%ret ü' }

/** An issuer below `/tenant/v2.0` that says of itself and of people whatever a test wants it to. */
export interface TestIssuer {
  readonly issuer: string
  readonly config: (more?: Partial<ProviderConfig>) => ProviderConfig
  /** What its configuration has beside, or in place of, what belongs there. */
  configuration: Readonly<Record<string, unknown>>
  userInfo: unknown
  /** Paths that were asked for, in order, and the last form and header that came with a code. */
  readonly asked: string[]
  form: URLSearchParams
  authorization: string | undefined
  /** Signs with another key from now on, under another name. */
  readonly renewKey: () => Promise<void>
  readonly sign: (claims: JWTPayload) => Promise<string>
  /** What the token endpoint answers. */
  tokens: unknown
  readonly close: () => Promise<void>
}

export async function startTestIssuer(place = '/tenant/v2.0'): Promise<TestIssuer> {
  let [kid, key] = ['first', await generateKeyPair('ES256', { extractable: true })]
  const server = await startTestServer(async (request, response) => {
    const path = (request.url ?? '').slice(place.length)
    self.asked.push(path)
    if (path === '/token') {
      self.authorization = request.headers.authorization
      self.form = await formOf(request)
    }
    const answers: Record<string, () => unknown> = {
      '/.well-known/openid-configuration': () => ({
        issuer: self.issuer,
        authorization_endpoint: `${self.issuer}/authorize`,
        token_endpoint: `${self.issuer}/token`,
        jwks_uri: `${self.issuer}/jwks`,
        ...self.configuration,
      }),
      '/jwks': async () => ({ keys: [{ ...(await exportJWK(key.publicKey)), kid, alg: 'ES256', use: 'sig' }] }),
      '/token': () => self.tokens,
      '/userinfo': () => self.userInfo,
    }
    const answer = await answers[path]?.()
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? {}))
  })
  const self: TestIssuer = {
    issuer: `${server.url}${place}`,
    config: (more) => ({
      ...{ key: 'test', name: 'Test', kind: 'openid', issuer: self.issuer, ...CLIENT, scopes: null },
      ...more,
    }),
    configuration: {},
    userInfo: undefined,
    asked: [],
    form: new URLSearchParams(),
    authorization: undefined,
    tokens: undefined,
    renewKey: async () => {
      kid = `${kid} and another`
      key = await generateKeyPair('ES256', { extractable: true })
    },
    sign: (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid }).sign(key.privateKey),
    close: server.close,
  }
  return self
}
