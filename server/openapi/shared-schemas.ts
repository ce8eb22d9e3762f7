import { ERROR_STATUS } from '../errors.ts'
import type { JsonSchema } from '../field-types/json-schema.ts'
import { choice, id, like, listOf, mapOf, nullable, object, ref, said, text, truth, whole } from './describe.ts'

const groupJson: JsonSchema = object({
  operator: choice('and', 'or'),
  children: listOf({ anyOf: [ref('FilterTerm'), ref('FilterGroup')] }),
})

/** Schemas that many routes share: the envelope's parts, relations in bodies, errors. */
export const sharedSchemas: Readonly<Record<string, JsonSchema>> = {
  Meta: {
    ...object({
      _pageCount: said('Pages there are for the filter.', whole),
      _filterRowCount: said('Records there are for the filter.', whole),
      _pageSize: whole,
      _previousPage: said('Address of the page before; empty when there is none.', text),
      _nextPage: said('Address of the page after; empty when there is none.', text),
      _mainMediaType: text,
      _ids: said('Ids asked for, or created.', nullable(listOf(whole))),
      _childMediaType: nullable(text),
      _include: listOf(text),
      _sortOrder: mapOf(listOf(object({ _sortType: choice('ascending', 'descending'), _columnName: text }))),
      _fields: mapOf(listOf(text)),
      _filter: object({ _root: nullable(ref('FilterGroup')) }),
      _page: said('From zero.', whole),
      _hideMeta: truth,
      _hideLinks: truth,
      contentSelection: nullable({ type: 'object' }),
    }),
    description: 'What was asked and how the answer is paged.',
  },
  FilterGroup: groupJson,
  FilterTerm: object(
    { field: like('year', text), relatedField: text, operator: like('ge', text), value: like(1990, {}) },
    ['relatedField'],
  ),
  TemplateLink: said(
    'Address of related records, with a place in braces for what an entity says.',
    object({ _href: like('/api/v1/people/{movies.director}', text), _type: like('people', text) }),
  ),
  TemplateLinks: mapOf(ref('TemplateLink')),
  Linked: said(
    'Included records by media type, each one time. A type of which one field was asked for has that value in place of the record.',
    mapOf({ type: ['array', 'object'] }),
  ),
  EntityPermissions: object({ can_write: truth, can_delete: truth }),
  ListPermissions: object({ can_create: truth }),
  RelatedIds: { anyOf: [{ type: 'integer' }, listOf(whole), { type: 'null' }] },
  Finder: said(
    'Relates the records that a list query finds.',
    object(
      {
        _type: { const: 'finder' },
        _href: like('/api/v1/people?filter=name_$eq_Ada', said('A list query on the related media type.', text)),
        _field: said('`id`, or a field that refers to a record of the same type.', text),
        _resultset: said('`all` is for relations to many.', choice('all', 'firstOrDefault', 'lastOrDefault')),
      },
      ['_field'],
    ),
  ),
  LocalId: said(
    'A record that an earlier operation of the same batch adds; in a relation with values for the link object, where there is one.',
    { ...object({ _lid: like('p', text) }), additionalProperties: true },
  ),
  RelatedRecord: said('A record with values for the link object that joins the two, where there is one.', {
    ...object({ _id: id }),
    additionalProperties: true,
  }),
  RecordReference: { anyOf: [id, ref('Finder'), ref('LocalId'), ref('RelatedRecord')] },
  ChangeOne: object({
    operation: choice('Add', 'Remove', 'Replace'),
    values: nullable(ref('RecordReference')),
  }),
  ChangeMany: object({
    operation: choice('Add', 'Remove', 'Replace'),
    values: { anyOf: [ref('RecordReference'), listOf(ref('RecordReference'))] },
  }),
  ToOne: said('The record to refer to, or null.', {
    anyOf: [ref('RecordReference'), { type: 'null' }, ref('ChangeOne')],
  }),
  ToMany: said('The records to relate, in their order where the relation has one; or a change of those there are.', {
    anyOf: [listOf(ref('RecordReference')), ref('ChangeMany')],
  }),
  Error: said(
    'An error object of JSON:API 1.1.',
    object(
      {
        status: like('422', said('The status, as text.', text)),
        code: like('VALIDATION', { type: 'string', enum: Object.keys(ERROR_STATUS) }),
        title: like('A value is not valid', said('What kind of error it is, in the caller’s language.', text)),
        detail: like('Title is required', said('What is wrong here, and what was expected.', text)),
        source: said(
          'What is wrong: a JSON pointer into the body, a query parameter or a header.',
          like(
            { pointer: '/movies/0/title' },
            object({ pointer: text, parameter: text, header: text }, ['pointer', 'parameter', 'header']),
          ),
        ),
        meta: said('More, by code: `position` and `expected` of a filter, `_etag`, `_messageKey`, …', {
          type: 'object',
        }),
      },
      ['source', 'meta'],
    ),
  ),
  ErrorBody: object({ errors: { ...listOf(ref('Error')), minItems: 1 } }),
  ProblemDetails: said(
    'RFC 9457, where Accept prefers it.',
    object({ type: text, title: text, status: whole, detail: text, code: text, errors: listOf(ref('Error')) }),
  ),
}
