import { MAX_OPERATIONS } from '../../../shared/batch.ts'
import { answer, body, DATA, errors, like, object, parameter, ref, said, text, whole } from '../describe.ts'
import type { Area } from '../document.ts'

const TAG = 'Batch'
const HREF = {
  anyOf: [text, ref('LocalId')],
  description: 'Address of the record, or what an earlier operation adds: `{"_lid": "p"}`.',
  examples: ['/api/v1/movies/7'],
}
const DATA_MEMBER = {
  type: 'object',
  description:
    'As an element of a create or an update: `<media_type>.create` or `<media_type>.update`, whose relations may be `_lid`s.',
  additionalProperties: true,
} as const
const TAG_OF_RECORD = like('1.112', text)

const FINGERPRINT = {
  name: 'Idempotency-Fingerprint',
  in: 'header',
  description:
    'What the key stands for in place of the body, for whoever makes the body anew for each attempt from what there is by then.',
  schema: { type: 'string', maxLength: 255 },
} as const

export const batch: Area = {
  tag: { name: TAG, 'x-group': 'Data API', description: 'Several writes at once, all or none.' },
  paths: {
    '/api/v1/$batch': {
      post: {
        operationId: 'batch',
        tags: [TAG],
        summary: 'Run several writes in one transaction',
        description:
          'A record that an operation adds under a `_lid` may be referred to by later ones: `{"_lid": "…"}` may stand wherever an id may. The pointer of an error names the operation.',
        parameters: [parameter('idempotencyKey'), FINGERPRINT, parameter('confirmLoss')],
        requestBody: body(ref('BatchBody'), DATA),
        responses: {
          200: answer('What became of each operation, in their order.', ref('BatchAnswer'), { type: DATA }),
          ...errors(400, 401, 403, 404, 409, 412, 413, 415, 422, 428),
        },
      },
    },
  },
  schemas: {
    BatchBody: {
      ...object({
        _operations: {
          type: 'array',
          items: { anyOf: [ref('BatchAdd'), ref('BatchUpdate'), ref('BatchRemove')] },
          minItems: 1,
          maxItems: MAX_OPERATIONS,
        },
      }),
      additionalProperties: false,
    },
    BatchAdd: object(
      {
        _op: { const: 'add' },
        _type: like('people', said('Name of the media type.', text)),
        _lid: like('p', said('The caller’s name for the record, in this batch.', text)),
        _data: like({ name: 'Ada' }, DATA_MEMBER),
      },
      ['_lid', '_data'],
    ),
    BatchUpdate: object(
      {
        _op: { const: 'update' },
        _href: HREF,
        _etag: TAG_OF_RECORD,
        _data: like({ _links: { director: { _lid: 'p' } } }, DATA_MEMBER),
        _bulk: said('One of many records changed alike, which may leave a required list empty.', { const: true }),
      },
      ['_etag', '_bulk'],
    ),
    BatchRemove: object({ _op: { const: 'remove' }, _href: HREF, _etag: TAG_OF_RECORD }, ['_etag']),
    BatchAnswer: object({
      _results: {
        type: 'array',
        items: object(
          {
            _status: like(201, whole),
            _href: like('/api/v1/people/551', text),
            _etag: TAG_OF_RECORD,
            _lid: like('p', text),
          },
          ['_etag', '_lid'],
        ),
      },
    }),
  },
}
