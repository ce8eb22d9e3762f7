import { answer, body, errors, listOf, object, ref, text, truth, whole } from '../describe.ts'
import type { Area } from '../document.ts'

const TAG = 'Second factor'
const security = [{ session: [] }]
const filled = { type: 'string', minLength: 1 } as const

export const totp: Area = {
  tag: { name: TAG, 'x-group': 'Sign-in', description: 'One-time codes of an authenticator app (RFC 6238).' },
  paths: {
    '/api/v2/auth/totp': {
      get: {
        operationId: 'totp',
        tags: [TAG],
        summary: 'Ask whether one’s own is on',
        responses: { 200: answer('The state.', ref('TotpState')), ...errors(401, 403) },
        security,
      },
    },
    '/api/v2/auth/totp/enrol': {
      post: {
        operationId: 'totp.enrol',
        tags: [TAG],
        summary: 'Get a key for an authenticator app',
        description: 'It counts for nothing until it is confirmed by a first code.',
        requestBody: body(object({ currentPassword: filled })),
        responses: { 200: answer('What a QR code shows.', ref('TotpKey')), ...errors(401, 403, 422, 429) },
        security,
      },
    },
    '/api/v2/auth/totp/confirm': {
      post: {
        operationId: 'totp.confirm',
        tags: [TAG],
        summary: 'Turn it on by a first code',
        requestBody: body(ref('OtpBody')),
        responses: {
          200: answer('Codes for whoever loses the app, shown this once.', object({ recoveryCodes: listOf(text) })),
          ...errors(401, 403, 422, 429),
        },
        security,
      },
    },
    '/api/v2/auth/totp/recovery-codes': {
      post: {
        operationId: 'totp.recoveryCodes',
        tags: [TAG],
        summary: 'Get new recovery codes',
        description: 'The old ones let nobody in any more.',
        requestBody: body(object({ currentPassword: filled, otp: filled })),
        responses: {
          200: answer('The new ones, shown this once.', object({ recoveryCodes: listOf(text) })),
          ...errors(401, 403, 422, 429),
        },
        security,
      },
    },
    '/api/v2/auth/totp/disable': {
      post: {
        operationId: 'totp.disable',
        tags: [TAG],
        summary: 'Turn it off by a code, or a recovery code',
        requestBody: body(ref('OtpBody')),
        responses: { 204: answer('It is off.'), ...errors(401, 403, 422, 429) },
        security,
      },
    },
  },
  schemas: {
    OtpBody: object({ otp: filled }),
    TotpState: object({ enabled: truth, recoveryCodesLeft: whole }),
    TotpKey: object({ otpauthUri: text, secret: text }),
  },
}
