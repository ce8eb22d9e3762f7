import { answer, choice, mapOf, object, text } from '../describe.ts'
import type { Area } from '../document.ts'

const runtime = choice('node', 'deno', 'workerd')

export const health: Area = {
  tag: { name: 'Health', 'x-group': 'Service', description: 'Whether the service is up, for whoever watches it.' },
  paths: {
    '/health': {
      get: {
        operationId: 'health',
        tags: ['Health'],
        summary: 'Tell that the process is up',
        responses: { 200: answer('It is.', object({ status: choice('up'), runtime })) },
      },
    },
    '/health/ready': {
      get: {
        operationId: 'ready',
        tags: ['Health'],
        summary: 'Tell the state of each part',
        responses: {
          200: answer('All parts are up.', { $ref: '#/components/schemas/Readiness' }),
          503: answer('Some part is down.', { $ref: '#/components/schemas/Readiness' }),
        },
      },
    },
  },
  schemas: {
    Readiness: object({
      status: choice('ready', 'unready'),
      runtime: text,
      parts: mapOf(object({ state: choice('up', 'down'), latencyMs: { type: 'number' } })),
    }),
  },
}
