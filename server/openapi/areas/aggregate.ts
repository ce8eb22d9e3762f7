import { INTERVALS } from '../../../shared/aggregate.ts'
import {
  answer,
  body,
  choice,
  DATA,
  errors,
  id,
  listOf,
  nullable,
  object,
  ref,
  said,
  text,
  whole,
} from '../describe.ts'
import type { Area } from '../document.ts'

const TAG = 'Aggregate'

export const aggregate: Area = {
  tag: { name: TAG, 'x-group': 'Data API', description: 'Counts, sums and averages, by groups.' },
  paths: {
    '/api/v1/aggregate-data': {
      post: {
        operationId: 'aggregate',
        tags: [TAG],
        summary: 'Group records and compute over each group',
        description: 'Over the records that the caller may read. At most 10 groups and 20 aggregates.',
        requestBody: body(ref('AggregateBody'), [DATA, 'application/json']),
        responses: {
          200: answer('One row for each group.', ref('AggregateAnswer'), { type: DATA }),
          ...errors(400, 401, 404, 406, 415, 422, 503),
        },
      },
    },
  },
  schemas: {
    AggregateBody: {
      type: 'object',
      properties: {
        _mediaType: text,
        _filter: said('As the `filter` of a list.', nullable(text)),
        _contentCriteria: said('Id of content criteria: only the records they stand for.', nullable(id)),
        _groupBy: nullable({ type: 'array', maxItems: 10, items: { anyOf: [text, ref('AggregateGroup')] } }),
        _aggregates: nullable({ type: 'array', maxItems: 20, items: ref('AggregateMeasure') }),
        _having: said('A filter over the columns of the answer.', nullable(text)),
        _sort: said('Columns of the answer, `-` before one to sort downwards.', nullable(text)),
        _page: nullable(whole),
        _pageSize: nullable(whole),
      },
      required: ['_mediaType'],
      additionalProperties: false,
    },
    AggregateGroup: {
      ...object(
        {
          _field: said('A field, or `<relation>[<field of the related record>]`.', text),
          _interval: said('Groups dates.', nullable(choice(...INTERVALS))),
          _timezone: said('Time zone in which instants fall into intervals; UTC unless given.', nullable(text)),
          _as: nullable(text),
        },
        ['_interval', '_timezone', '_as'],
      ),
      additionalProperties: false,
    },
    AggregateMeasure: {
      ...object(
        {
          _function: choice('count', 'countDistinct', 'sum', 'avg', 'min', 'max'),
          _field: said('Only `count` does without.', nullable(text)),
          _as: said('Name of the column.', { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]{0,62}$' }),
        },
        ['_field'],
      ),
      additionalProperties: false,
    },
    AggregateAnswer: object({
      _meta: object({
        _pageCount: whole,
        _filterRowCount: whole,
        _pageSize: whole,
        _page: whole,
        _mainMediaType: text,
      }),
      _columns: listOf(
        object(
          {
            _name: text,
            _role: choice('group', 'aggregate'),
            _type: said('Name of a field type: values look as they do in reads.', text),
            _label: text,
            _relatedMediaType: text,
            _interval: text,
            _function: text,
            _enumValues: listOf(object({ value: text, label: text })),
          },
          ['_relatedMediaType', '_interval', '_function', '_enumValues'],
        ),
      ),
      _rows: listOf({ type: 'array', description: 'One value for each column.' }),
      _linked: ref('Linked'),
    }),
  },
}
