import {
  answer,
  body,
  choice,
  errors,
  id,
  inPath,
  listOf,
  nullable,
  object,
  query,
  ref,
  text,
  truth,
  unixTime,
  whole,
} from '../describe.ts'
import type { Area } from '../document.ts'

const TAG = 'Sessions'
const OWN = [{ session: [] }]
const user = inPath('userId', 'Id of the user.', id)
const session = inPath('id', 'Id of the session.', id)
const except = query('except', '`current`: all but the one that asks.', choice('current'))
const listed = answer('The two hundred used last, the latest first.', object({ sessions: listOf(ref('Session')) }))
const ended = answer('What was ended is refused from now on, by other instances within five seconds.')

const takeAway = (operationId: string, summary: string, what: string) => ({
  operationId,
  tags: [TAG],
  summary,
  description: `${what} What is signed in as the user ends. For administrators, with a password of their own; one with a second factor sends a one-time code too, and is told so by 401 TOTP_REQUIRED.`,
  parameters: [user],
  requestBody: body(ref('PasskeyProof')),
  responses: { 204: answer('It was taken away, or there was none.'), ...errors(401, 403, 404, 422, 429) },
  security: OWN,
})

export const sessions: Area = {
  tag: {
    name: TAG,
    'x-group': 'Sign-in',
    description: 'What is signed in as a user: browsers, applications and devices.',
  },
  paths: {
    '/api/v2/auth/sessions': {
      get: {
        operationId: 'sessions',
        tags: [TAG],
        summary: 'List one’s own sessions',
        responses: { 200: listed, ...errors(401, 403) },
        security: OWN,
      },
      delete: {
        operationId: 'sessions.endAll',
        tags: [TAG],
        summary: 'Sign out everywhere, or everywhere else',
        parameters: [except],
        responses: { 204: ended, ...errors(400, 401, 403) },
        security: OWN,
      },
    },
    '/api/v2/auth/sessions/{id}': {
      delete: {
        operationId: 'sessions.end',
        tags: [TAG],
        summary: 'End one of one’s own sessions',
        parameters: [session],
        responses: { 204: ended, ...errors(401, 403, 404) },
        security: OWN,
      },
    },
    '/api/v2/auth/users/{userId}/sessions': {
      get: {
        operationId: 'sessions.ofUser',
        tags: [TAG],
        summary: 'List a user’s sessions',
        description: 'For administrators and services.',
        parameters: [user],
        responses: { 200: listed, ...errors(401, 403, 404) },
      },
      delete: {
        operationId: 'sessions.endAllOfUser',
        tags: [TAG],
        summary: 'Sign a user out everywhere',
        description: 'For administrators and services.',
        parameters: [user, except],
        responses: { 204: ended, ...errors(400, 401, 403, 404) },
      },
    },
    '/api/v2/auth/users/{userId}/sessions/{id}': {
      delete: {
        operationId: 'sessions.endOfUser',
        tags: [TAG],
        summary: 'End one of a user’s sessions',
        description: 'For administrators and services.',
        parameters: [user, session],
        responses: { 204: ended, ...errors(401, 403, 404) },
      },
    },
    '/api/v2/auth/users/{userId}/sign-in': {
      get: {
        operationId: 'users.signIn',
        tags: [TAG],
        summary: 'Ask how a user signs in',
        description: 'For administrators and services.',
        parameters: [user],
        responses: { 200: answer('The state.', ref('UserSignIn')), ...errors(401, 403, 404) },
      },
    },
    '/api/v2/auth/users/{userId}/totp/disable': {
      post: takeAway('users.disableTotp', 'Turn off a user’s second factor', 'Its recovery codes go with it.'),
    },
    '/api/v2/auth/users/{userId}/passkeys/remove': {
      post: takeAway('users.removePasskeys', 'Remove a user’s passkeys', 'All there are.'),
    },
  },
  schemas: {
    UserSignIn: object({
      secondFactor: ref('TotpState'),
      passkeys: { ...whole, description: 'How many there are.' },
      lastSignInAt: { ...nullable(unixTime), description: 'Of whatever signed in as the user; null: never.' },
    }),
    Session: object({
      id,
      client: { ...nullable(object({ clientId: text, name: text })), description: 'Null: a browser of the user.' },
      device: { ...nullable(object({ id, name: text })), description: 'The paired device that it is.' },
      startedAt: unixTime,
      lastUsedAt: { ...unixTime, description: 'Unix time in seconds, to within two minutes.' },
      userAgent: { ...nullable(text), description: 'Of the last use, 300 characters at most.' },
      address: { ...nullable(text), description: 'Of the last use; of IPv6 the network of 64 bits.' },
      isCurrent: truth,
    }),
  },
}
