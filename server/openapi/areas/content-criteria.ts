import { answer, body, errors, id, inPath, listOf, nullable, object, ref, said, text } from '../describe.ts'
import type { Area } from '../document.ts'

const TAG = 'Content criteria'
const FOR = 'For services and administrators. The ids are those of all records found, whoever may read them.'
const found = answer('The ids, in the order of the criteria.', ref('ContentCriteriaExpansion'))

export const contentCriteria: Area = {
  tag: {
    name: TAG,
    'x-group': 'Data API',
    description: 'Saved filters, the records of `content_criteria`, and the records that they stand for.',
  },
  paths: {
    '/contentcriteria/v1/expand/{id}': {
      get: {
        operationId: 'contentCriteria.expand',
        tags: [TAG],
        summary: 'Expand saved criteria into ids',
        description: FOR,
        parameters: [inPath('id', 'Id of the criteria.', id)],
        responses: { 200: found, ...errors(401, 403, 404, 422, 503) },
      },
    },
    '/contentcriteria/v1/expand': {
      post: {
        operationId: 'contentCriteria.preview',
        tags: [TAG],
        summary: 'Expand an expression that is not saved',
        description: FOR,
        requestBody: body(ref('ContentCriteriaBody')),
        responses: { 200: found, ...errors(400, 401, 403, 413, 415, 422, 503) },
      },
    },
    '/contentcriteria/v1/health': {
      get: {
        operationId: 'contentCriteria.health',
        tags: [TAG],
        summary: 'Tell whether content criteria can be expanded',
        responses: { 200: answer('They can.', object({ status: text })), ...errors(401, 403, 503) },
      },
    },
  },
  schemas: {
    ContentCriteriaBody: {
      ...object(
        {
          _mediaType: said('Name of the media type whose records they are.', text),
          _filter: said('As the `filter` of a list.', nullable({ type: 'string', maxLength: 10_000 })),
          _sort: said('As the `sort` of a list.', nullable({ type: 'string', maxLength: 1000 })),
          _limit: said(
            'Records at most, highlights among them; 0 for all.',
            nullable({ type: 'integer', minimum: 0, maximum: 1_000_000_000 }),
          ),
          _highlights: said('Ids that come first, whatever the filter says.', nullable(listOf(id))),
        },
        ['_filter', '_sort', '_limit', '_highlights'],
      ),
      additionalProperties: false,
    },
    ContentCriteriaExpansion: object({ _mediaType: text, _ids: listOf(id) }),
  },
}
