import {
  answer,
  body,
  errors,
  inPath,
  listOf,
  nullable,
  object,
  query,
  ref,
  text,
  unixTime,
  whole,
} from '../describe.ts'
import type { Area } from '../document.ts'

const TAG = 'Outside providers'
const security = [{ session: [] }]
const key = inPath('key', 'Key of the provider.')
const filled = { type: 'string', minLength: 1 } as const

export const providers: Area = {
  tag: {
    name: TAG,
    'x-group': 'Sign-in',
    description:
      'Signing in through Google, Microsoft, GitHub and OpenID Connect issuers, as far as they are configured.',
  },
  paths: {
    '/api/v2/auth/providers': {
      get: {
        operationId: 'providers',
        tags: [TAG],
        summary: 'List the providers to sign in through',
        responses: { 200: answer('In the order of the sign-in page.', object({ providers: listOf(ref('Provider')) })) },
      },
    },
    '/api/v2/auth/providers/{key}/start': {
      get: {
        operationId: 'providers.start',
        tags: [TAG],
        summary: 'Go to a provider to sign in',
        description: 'For a browser to open: what goes wrong leads to the sign-in page, with `problem` in its address.',
        parameters: [key, query('returnTo', 'Path of the page to come back to.')],
        responses: { 302: answer('Leads to the provider.', undefined, { headers: ['Set-Cookie'] }) },
      },
    },
    '/api/v2/auth/providers/{key}/callback': {
      get: {
        operationId: 'providers.callback',
        tags: [TAG],
        summary: 'Come back from a provider',
        description: 'The address to register with the provider.',
        parameters: [
          key,
          query('state', 'What the sign-in began with.'),
          query('code', 'To be traded for the person’s identity.'),
          query('iss', 'The provider that answers (RFC 9207).'),
          query('error', 'What the provider says went wrong.'),
        ],
        responses: {
          302: answer('Leads to the page asked for, or to the sign-in page.', undefined, { headers: ['Set-Cookie'] }),
        },
      },
    },
    '/api/v2/auth/providers/{key}/link': {
      post: {
        operationId: 'providers.link',
        tags: [TAG],
        summary: 'Begin to link an account at a provider',
        description: 'The browser goes to the address of the answer, and comes back to `returnTo` with `linked` in it.',
        parameters: [key],
        requestBody: body(object({ currentPassword: filled, returnTo: nullable(text) }, ['returnTo'])),
        responses: {
          200: answer('Where to go.', object({ location: text }), { headers: ['Set-Cookie'] }),
          ...errors(401, 403, 404, 422, 429, 503),
        },
        security,
      },
    },
    '/api/v2/auth/identities': {
      get: {
        operationId: 'identities',
        tags: [TAG],
        summary: 'List the accounts one linked',
        responses: {
          200: answer('The first one first.', object({ identities: listOf(ref('Identity')) })),
          ...errors(401, 403),
        },
        security,
      },
    },
    '/api/v2/auth/identities/{id}': {
      delete: {
        operationId: 'identities.unlink',
        tags: [TAG],
        summary: 'Unlink an account',
        parameters: [inPath('id', 'Id of the linked account.', whole)],
        responses: { 204: answer('It signs nobody in any more.'), ...errors(401, 403, 404) },
        security,
      },
    },
  },
  schemas: {
    Provider: object({ key: text, name: text }),
    Identity: object({
      id: whole,
      provider: text,
      label: nullable(text),
      linkedAt: unixTime,
      usedAt: nullable(unixTime),
    }),
  },
}
