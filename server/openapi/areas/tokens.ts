import { answer, body, choice, object, ref, text, whole } from '../describe.ts'
import type { Area } from '../document.ts'

const TAG = 'Tokens'

export const tokens: Area = {
  tag: { name: TAG, 'x-group': 'Sign-in', description: 'OAuth 2.0 for programs.' },
  paths: {
    '/oauth/token': {
      post: {
        operationId: 'token',
        tags: [TAG],
        summary: 'Get or refresh an access token',
        description: 'RFC 6749, section 5. The password grant is for clients of services only.',
        requestBody: body(ref('TokenBody'), 'application/x-www-form-urlencoded'),
        responses: {
          200: answer('The tokens.', ref('TokenAnswer')),
          400: answer('What is wrong.', ref('TokenError')),
          401: answer('The client is not who it says.', ref('TokenError')),
          429: answer('Too many attempts.', ref('TokenError'), { headers: ['Retry-After'] }),
        },
        security: [{ client: [] }, {}],
      },
    },
  },
  schemas: {
    TokenBody: {
      ...object(
        {
          grant_type: choice('password', 'refresh_token'),
          username: text,
          password: text,
          refresh_token: text,
          client_id: text,
          client_secret: text,
        },
        ['username', 'password', 'refresh_token', 'client_id', 'client_secret'],
      ),
      description: 'Client id and secret stand here or in an `Authorization: Basic` header.',
    },
    TokenAnswer: object({
      access_token: text,
      token_type: { const: 'Bearer' },
      expires_in: { ...whole, description: 'Seconds.' },
      refresh_token: text,
    }),
    TokenError: object({ error: text, error_description: text }),
  },
}
