import { answer, errors, inPath, parameter, text } from '../describe.ts'
import type { Area } from '../document.ts'

const HTML = 'text/html'
const TAG = 'Description'
const unchanged = answer('The caller has it already.', undefined, { headers: ['ETag'] })

export const description: Area = {
  tag: { name: TAG, 'x-group': 'Service', description: 'This description, for programs and for people.' },
  paths: {
    '/openapi.json': {
      get: {
        operationId: 'openapi',
        tags: [TAG],
        summary: 'Describe every route the caller may use',
        description: 'OpenAPI 3.1. Media types the caller may not read are not in it.',
        parameters: [parameter('ifNoneMatch')],
        responses: {
          200: answer('The description.', { type: 'object' }, { headers: ['ETag'] }),
          304: unchanged,
          ...errors(401),
        },
      },
    },
    '/help': {
      get: {
        operationId: 'help',
        tags: [TAG],
        summary: 'The same as a page: the introduction and all routes',
        responses: { 200: answer('The page.', text, { type: HTML }), ...errors(401) },
      },
    },
    '/help/{section}': {
      get: {
        operationId: 'help.section',
        tags: [TAG],
        summary: 'The same as a page: the routes of one media type or part',
        parameters: [inPath('section', 'Name of a media type, or of a part of the service.')],
        responses: { 200: answer('The page.', text, { type: HTML }), ...errors(401, 404) },
      },
    },
  },
}
