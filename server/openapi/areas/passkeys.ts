import { answer, body, errors, id, inPath, listOf, nullable, object, ref, text, truth, unixTime } from '../describe.ts'
import type { Area } from '../document.ts'

const TAG = 'Passkeys'
const PATH = '/api/v2/auth/passkeys'
const security = [{ session: [] }]
const filled = { type: 'string', minLength: 1 } as const
const name = { type: 'string', minLength: 1, maxLength: 100 } as const
const webAuthn = (member: string) => ({ type: 'object', description: `\`${member}\` of WebAuthn, Level 3.` }) as const

export const passkeys: Area = {
  tag: {
    name: TAG,
    'x-group': 'Sign-in',
    description: 'Keys by which people sign in without a password, or without a one-time code (WebAuthn).',
  },
  paths: {
    [PATH]: {
      get: {
        operationId: 'passkeys',
        tags: [TAG],
        summary: 'List one’s own',
        responses: { 200: answer('All of them.', object({ passkeys: listOf(ref('Passkey')) })), ...errors(401, 403) },
        security,
      },
    },
    [`${PATH}/register/options`]: {
      post: {
        operationId: 'passkeys.registerOptions',
        tags: [TAG],
        summary: 'Begin to add one',
        description:
          'Good for five minutes. A user with a second factor sends a one-time code too, and is told so by 401 TOTP_REQUIRED.',
        requestBody: body(ref('PasskeyProof')),
        responses: {
          200: answer('What the browser makes it of.', webAuthn('PublicKeyCredentialCreationOptionsJSON')),
          ...errors(401, 403, 422, 429),
        },
        security,
      },
    },
    [`${PATH}/register`]: {
      post: {
        operationId: 'passkeys.register',
        tags: [TAG],
        summary: 'Add the one that was made',
        requestBody: body(object({ name, credential: webAuthn('RegistrationResponseJSON') })),
        responses: { 201: answer('It signs in from now on.', ref('Passkey')), ...errors(401, 403, 422) },
        security,
      },
    },
    [`${PATH}/{id}`]: {
      patch: {
        operationId: 'passkeys.rename',
        tags: [TAG],
        parameters: [inPath('id', 'Of a passkey of one’s own.', id)],
        summary: 'Rename one',
        requestBody: body(object({ name })),
        responses: { 200: answer('As it is now.', ref('Passkey')), ...errors(401, 403, 404, 422) },
        security,
      },
    },
    [`${PATH}/{id}/remove`]: {
      post: {
        operationId: 'passkeys.remove',
        tags: [TAG],
        parameters: [inPath('id', 'Of a passkey of one’s own.', id)],
        summary: 'Remove one',
        requestBody: body(ref('PasskeyProof')),
        responses: { 204: answer('It signs nobody in any more.'), ...errors(401, 403, 404, 422, 429) },
        security,
      },
    },
    [`${PATH}/sign-in/options`]: {
      post: {
        operationId: 'passkeys.signInOptions',
        tags: [TAG],
        summary: 'Begin to sign in',
        description:
          'Good for five minutes. With the `challengeToken` of a sign-in by password, the passkeys that may stand in for the one-time code; without, any, and nothing about who there is.',
        requestBody: body(object({ challengeToken: filled }, ['challengeToken'])),
        responses: {
          200: answer('What the browser asks for.', webAuthn('PublicKeyCredentialRequestOptionsJSON')),
          ...errors(401, 403, 415, 422),
        },
      },
    },
    [`${PATH}/sign-in`]: {
      post: {
        operationId: 'passkeys.signIn',
        tags: [TAG],
        summary: 'Sign in by a passkey',
        description:
          'A 401 whose pointer is `/credential/id` is of a passkey that signs nobody in: the browser may be told to drop it.',
        requestBody: body(
          object({ credential: webAuthn('AuthenticationResponseJSON'), challengeToken: filled }, ['challengeToken']),
        ),
        responses: {
          200: answer('The user, and a session cookie.', ref('LoginAnswer'), { headers: ['Set-Cookie'] }),
          ...errors(400, 401, 403, 415, 422, 429),
        },
      },
    },
  },
  schemas: {
    PasskeyProof: object({ currentPassword: filled, otp: filled }, ['otp']),
    Passkey: object({
      id,
      credentialId: text,
      name: text,
      createdAt: unixTime,
      lastUsedAt: nullable(unixTime),
      backedUp: truth,
    }),
  },
}
