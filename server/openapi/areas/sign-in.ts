import { answer, body, choice, errors, id, object, ref, text, truth, unixTime, whole } from '../describe.ts'
import type { Area } from '../document.ts'

const TAG = 'Sign-in'

export const signIn: Area = {
  tag: { name: TAG, 'x-group': 'Sign-in', description: 'Sessions of browsers.' },
  paths: {
    '/api/v2/auth/login': {
      post: {
        operationId: 'login',
        tags: [TAG],
        summary: 'Sign in with username and password',
        description:
          'Of a user with a second factor the answer is a challenge, to be sent with the code; `passkey` tells that a passkey may stand in for it. After ten failures in five minutes an account, and an address, has to wait.',
        requestBody: body(ref('LoginBody')),
        responses: {
          200: answer('The user, and a session cookie.', ref('LoginAnswer'), { headers: ['Set-Cookie'] }),
          ...errors(400, 401, 403, 415, 422, 429),
        },
      },
    },
    '/api/v2/auth/logout': {
      post: {
        operationId: 'logout',
        tags: [TAG],
        summary: 'End the session, or revoke the access token sent',
        responses: { 204: answer('Nobody is signed in.', undefined, { headers: ['Set-Cookie'] }), ...errors(403) },
      },
    },
  },
  schemas: {
    LoginBody: {
      oneOf: [
        object({ username: { type: 'string', minLength: 1 }, password: { type: 'string', minLength: 1 } }),
        object({ challengeToken: { type: 'string', minLength: 1 }, otp: { type: 'string', minLength: 1 } }),
      ],
    },
    LoginAnswer: {
      oneOf: [
        object({
          status: choice('authenticated'),
          user: object({ id, username: text, name: text, isAdministrator: truth }),
          expiresAt: unixTime,
        }),
        object({ status: choice('totpRequired'), challengeToken: text, expiresIn: whole, passkey: truth }, ['passkey']),
      ],
    },
  },
}
