import { answer, errors, inPath, listOf, object, ref, text, unixTime } from '../describe.ts'
import type { Area } from '../document.ts'

const TAG = 'Consents'
const security = [{ session: [] }]

export const consents: Area = {
  tag: { name: TAG, 'x-group': 'Sign-in', description: 'Applications that one allowed to act for oneself.' },
  paths: {
    '/api/v2/auth/consents': {
      get: {
        operationId: 'consents',
        tags: [TAG],
        summary: 'List the applications one allowed',
        responses: { 200: answer('By name.', object({ consents: listOf(ref('Consent')) })), ...errors(401, 403) },
        security,
      },
    },
    '/api/v2/auth/consents/{clientId}': {
      delete: {
        operationId: 'consents.withdraw',
        tags: [TAG],
        summary: 'Take back what one allowed an application',
        description: 'Every token it has of the user ends.',
        parameters: [inPath('clientId', 'Id of the client.')],
        responses: { 204: answer('It is allowed nothing any more.'), ...errors(401, 403, 404) },
        security,
      },
    },
  },
  schemas: { Consent: object({ clientId: text, name: text, scope: text, givenAt: unixTime }) },
}
