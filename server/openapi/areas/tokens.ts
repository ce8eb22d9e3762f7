import { answer, body, choice, listOf, object, query, ref, said, text, truth, unixTime, whole } from '../describe.ts'
import type { Area, Operation } from '../document.ts'

const TAG = 'Tokens'
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
const FORM = 'application/x-www-form-urlencoded'
const HTML = 'text/html'
const BY_SECRET = { client: [] }
/** The fields by which a client without a header proves itself. */
const CLIENT = { client_id: text, client_secret: text }

/** How every endpoint of clients answers what it cannot do. */
const refusals = {
  400: answer('What is wrong.', ref('TokenError')),
  401: answer('The client is not who it says.', ref('TokenError')),
  429: answer('Too many attempts.', ref('TokenError'), { headers: ['Retry-After'] }),
}

const led = answer('Leads back to the client with `code`, `state` and `iss`, or with `error`; or to the sign-in.')
const toPerson = answer('Told to the person: there is no address that could be trusted with it.', text, { type: HTML })

const token: Operation = {
  operationId: 'token',
  tags: [TAG],
  summary: 'Trade a code, or refresh or get an access token',
  description:
    'RFC 6749, section 5. Codes are for web and public applications, the password grant for services only. A refresh token is replaced by each use; used again within half a minute it is answered with the same tokens, later it ends all that came of the sign-in.',
  requestBody: body(ref('TokenBody'), FORM),
  responses: { 200: answer('The tokens.', ref('TokenAnswer')), ...refusals },
  security: [BY_SECRET, {}],
}

const authorize: Operation = {
  operationId: 'authorize',
  tags: [TAG],
  summary: 'Ask who is signed in for a code',
  description:
    'Opened by the person’s browser (RFC 6749, section 4.1, with PKCE and RFC 9207). Who is not signed in is led to the sign-in and back; an application that is not the house’s own is asked about once.',
  parameters: [
    query('response_type', 'Always `code`.', choice('code')),
    query('client_id', 'Id of the client.'),
    query('redirect_uri', 'One of those the client registered, to the letter; may be left out when there is one.'),
    query('scope', '`read`, or `read write`. Absent: all the client may have.'),
    query('state', 'Comes back as it is.'),
    query('code_challenge', 'Base64url of the verifier’s SHA-256. Public applications must send one.'),
    query('code_challenge_method', 'Always `S256`.', choice('S256')),
  ],
  responses: {
    200: answer('A page that asks the person for consent.', text, { type: HTML }),
    303: led,
    400: toPerson,
  },
  security: [{ session: [] }, {}],
}

export const tokens: Area = {
  tag: { name: TAG, 'x-group': 'Sign-in', description: 'OAuth 2.0 for programs.' },
  paths: {
    '/oauth/authorize': {
      get: authorize,
      post: {
        operationId: 'authorize.decide',
        tags: [TAG],
        summary: 'What the person decided, as the consent page sends it',
        requestBody: body(object({ ticket: text, decision: choice('allow', 'deny') }), FORM),
        responses: { 303: led, 400: toPerson, 403: toPerson },
        security: [{ session: [] }],
      },
    },
    '/oauth/token': { post: token },
    '/oauth/device_authorization': {
      post: {
        operationId: 'token.device',
        tags: [TAG],
        summary: 'Ask for codes by which a person pairs a device',
        description:
          'RFC 8628, for clients that an administrator lets pair devices. The device shows `user_code` and polls the token endpoint.',
        requestBody: body(object({ scope: text, ...CLIENT }, ['scope', ...Object.keys(CLIENT)]), FORM),
        responses: { 200: answer('The codes.', ref('DeviceCodes')), ...refusals },
        security: [BY_SECRET, {}],
      },
    },
    '/oauth/introspect': {
      post: {
        operationId: 'token.introspect',
        tags: [TAG],
        summary: 'Ask what a token may be used for',
        description:
          'RFC 7662. A service, by its secret or its access token, asks about any token; another client with a secret about its own.',
        requestBody: body(
          object({ token: text, token_type_hint: text, ...CLIENT }, Object.keys(CLIENT).concat('token_type_hint')),
          FORM,
        ),
        responses: { 200: answer('What it may be used for.', ref('TokenState')), ...refusals },
        security: [BY_SECRET, { bearer: [] }, {}],
      },
    },
    '/oauth/revoke': {
      post: {
        operationId: 'token.revoke',
        tags: [TAG],
        summary: 'End a token',
        description: 'RFC 7009. A refresh token takes with it all that came of the sign-in.',
        requestBody: body(
          object({ token: text, token_type_hint: text, ...CLIENT }, Object.keys(CLIENT).concat('token_type_hint')),
          FORM,
        ),
        responses: { 200: answer('It is good no longer.'), ...refusals },
        security: [BY_SECRET, {}],
      },
    },
    '/oauth/jwks': {
      get: {
        operationId: 'token.keys',
        tags: [TAG],
        summary: 'Read the public keys that tokens are signed with',
        description: 'RFC 7517. What handles refer to stays on the server; the keys tell with what it was signed.',
        responses: { 200: answer('The keys, the current one first.', ref('PublicKeys')) },
      },
    },
    '/oauth/continue': {
      get: {
        operationId: 'authorize.continue',
        tags: [TAG],
        summary: 'Go on to the authorization endpoint after the sign-in',
        responses: { 303: answer('Leads to the authorization endpoint with the same query.') },
      },
    },
    '/.well-known/oauth-authorization-server': {
      get: {
        operationId: 'token.metadata',
        tags: [TAG],
        summary: 'Read what the authorization server can do, and where',
        description: 'RFC 8414.',
        responses: { 200: answer('The metadata.', ref('ServerMetadata')) },
      },
    },
  },
  schemas: {
    TokenBody: {
      ...object(
        {
          grant_type: choice('authorization_code', 'refresh_token', 'password', DEVICE_GRANT),
          code: text,
          redirect_uri: text,
          code_verifier: text,
          device_code: text,
          refresh_token: text,
          username: text,
          password: text,
          scope: text,
          ...CLIENT,
        },
        [
          'code',
          'redirect_uri',
          'code_verifier',
          'device_code',
          'refresh_token',
          'username',
          'password',
          'scope',
          ...Object.keys(CLIENT),
        ],
      ),
      description:
        'Client id and secret stand here or in an `Authorization: Basic` header; public applications send the id alone.',
    },
    TokenAnswer: object({
      access_token: text,
      token_type: { const: 'Bearer' },
      expires_in: { ...whole, description: 'Seconds.' },
      refresh_token: text,
      scope: text,
    }),
    DeviceCodes: object({
      device_code: text,
      user_code: said('What the device shows, such as `WDJB-MJHT`.', text),
      verification_uri: said('Where the person types it.', text),
      verification_uri_complete: said('The same with the code, as for a QR code.', text),
      expires_in: said('Seconds.', whole),
      interval: said('Seconds between polls, more after each `slow_down`.', whole),
    }),
    TokenError: object({ error: text, error_description: text }),
    TokenState: object(
      {
        active: truth,
        scope: text,
        client_id: text,
        username: text,
        token_type: { const: 'Bearer' },
        exp: unixTime,
        iat: unixTime,
        sub: said('Id of the user.', text),
        iss: text,
      },
      ['scope', 'client_id', 'username', 'token_type', 'exp', 'iat', 'sub', 'iss'],
    ),
    PublicKeys: object({
      keys: listOf(object({ kty: text, use: choice('sig'), alg: choice('RS512'), kid: text, n: text, e: text })),
    }),
    ServerMetadata: {
      ...object({
        issuer: text,
        authorization_endpoint: text,
        token_endpoint: text,
        introspection_endpoint: text,
        revocation_endpoint: text,
        device_authorization_endpoint: text,
        jwks_uri: text,
        scopes_supported: listOf(text),
        response_types_supported: listOf(text),
        grant_types_supported: listOf(text),
        code_challenge_methods_supported: listOf(text),
      }),
      additionalProperties: true,
    },
  },
}
