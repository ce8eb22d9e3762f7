import { answer, DATA, errors, mapOf, object, parameter, text } from '../describe.ts'
import type { Area } from '../document.ts'

const TAG = 'Dictionary'

export const dictionary: Area = {
  tag: { name: TAG, 'x-group': 'Data API', description: 'Texts of the service and of the metadata, by language.' },
  paths: {
    '/api/v1/dictionary': {
      get: {
        operationId: 'dictionary',
        tags: [TAG],
        summary: 'Read all texts in a language',
        description:
          'Keys the language lacks come from the default language. Texts of metadata refer to a key as `{DICT:<key>}`; pages hold the text in its place, the data API the reference.',
        parameters: [parameter('language'), parameter('ifNoneMatch')],
        responses: {
          200: answer('The texts by key.', object({ _language: text, _dictionary: mapOf(text) }), {
            type: DATA,
            headers: ['ETag'],
          }),
          304: answer('The caller has them already.', undefined, { headers: ['ETag'] }),
          ...errors(400, 401),
        },
      },
    },
  },
}
