import { answer, body, choice, errors, nullable, object, ref, text, truth, unixTime } from '../describe.ts'
import type { Area } from '../document.ts'

const TAG = 'Passwords'
const filled = { type: 'string', minLength: 1 } as const
const newPassword = { type: 'string', minLength: 8, maxLength: 1024 } as const

export const passwords: Area = {
  tag: { name: TAG, 'x-group': 'Sign-in', description: 'Changing one’s own password, and recovering a forgotten one.' },
  paths: {
    '/api/v2/auth/update-password': {
      post: {
        operationId: 'password.update',
        tags: [TAG],
        summary: 'Change one’s own password',
        description:
          'Whoever has a second factor is asked for a code: 401 TOTP_REQUIRED. Every session and token of the user ends. A browser gets a new session; a program asks for a new token.',
        requestBody: body(ref('UpdatePasswordBody')),
        responses: {
          204: answer('It is changed.', undefined, { headers: ['Set-Cookie'] }),
          ...errors(400, 401, 403, 415, 422, 429),
        },
      },
    },
    '/api/v2/auth/forgot-password': {
      post: {
        operationId: 'password.forgot',
        tags: [TAG],
        summary: 'Have a link mailed that sets a new password',
        description:
          'The answer is the same whether there is such a user. An account is mailed to at most five times in five minutes.',
        requestBody: body(ref('ForgotPasswordBody')),
        responses: {
          202: answer('A link is on its way to such a user, if there is one.', object({ status: choice('accepted') })),
          ...errors(400, 403, 415, 422, 429),
        },
      },
    },
    '/api/v2/auth/reset-password/validate': {
      post: {
        operationId: 'password.validate-reset',
        tags: [TAG],
        summary: 'Ask whether a mailed link is still good',
        requestBody: body(ref('ValidateResetBody')),
        responses: { 200: answer('Whether it is.', ref('ResetValidity')), ...errors(400, 403, 415, 422, 429) },
      },
    },
    '/api/v2/auth/reset-password': {
      post: {
        operationId: 'password.reset',
        tags: [TAG],
        summary: 'Set a new password by a mailed link',
        description: 'The link is used up, and every session and token of the user ends.',
        requestBody: body(ref('ResetPasswordBody')),
        responses: { 204: answer('It is set.'), ...errors(400, 403, 415, 422, 429) },
      },
    },
  },
  schemas: {
    UpdatePasswordBody: object(
      { currentPassword: filled, newPassword, otp: { ...filled, description: 'Of a user with a second factor.' } },
      ['otp'],
    ),
    ForgotPasswordBody: object({ username: { ...filled, description: 'User name or e-mail address.' } }),
    ValidateResetBody: object({ token: { ...filled, description: 'What stands behind # in the link.' } }),
    ResetValidity: object({ valid: truth, expiresAt: nullable(unixTime) }),
    ResetPasswordBody: object({ token: text, newPassword }),
  },
}
