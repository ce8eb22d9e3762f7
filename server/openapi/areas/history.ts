import {
  answer,
  body,
  choice,
  errors,
  inPath,
  listOf,
  mapOf,
  nullable,
  object,
  parameter,
  query,
  ref,
  said,
  text,
  truth,
  whole,
} from '../describe.ts'
import type { Area, Operation } from '../document.ts'

const TAG = 'Edit history'
const RECORD = [inPath('media_type', 'Name of the media type.'), inPath('id', 'Id of the record.', whole)]
const LIMIT = query('limit', 'Entries at most.', { ...whole, default: 20, minimum: 1, maximum: 600 })
const PAGED = [query('page', 'Page, from zero.', { ...whole, default: 0 }), { ...LIMIT, description: 'Entries on it.' }]
const OPERATION = choice('Added', 'Changed', 'Removed', 'AddedRelation', 'RemovedRelation')

function save(
  operationId: string,
  summary: string,
  schema: string,
  { parameters, responses }: Pick<Operation, 'parameters' | 'responses'>,
): Operation {
  return {
    operationId,
    tags: [TAG],
    summary,
    description: 'For services and administrators. An entry that comes again under its `_eventId` is not kept twice.',
    ...(parameters === undefined ? {} : { parameters }),
    requestBody: body(ref(schema)),
    responses: { ...responses, ...errors(400, 401, 403, 413, 415, 422) },
  }
}

const known = { 200: answer('All of it was known already, or kept.', ref('HistorySaved')) }
const kept = { 201: answer('It is kept.', ref('HistorySaved')) }

const shownFields = listOf(object({ name: text, label: text, old: {}, new: {}, mediaType: text }, ['mediaType']))
const shownRelations = listOf(
  object({ relation: text, label: text, mediaType: text, added: listOf(whole), removed: listOf(whole) }),
)
const names = said('Names of related records, by media type and id.', mapOf(mapOf(text)))
const user = object({ id: nullable(whole), name: text })

const entryMembers = {
  _eventId: said('A UUID.', text),
  _sequence: whole,
  _version: whole,
  _operation: OPERATION,
  _at: said('ISO 8601, UTC.', text),
  _user: user,
  _modifiedFields: mapOf(object({ old: {}, new: {}, mediaType: text }, ['old', 'new', 'mediaType'])),
  _addedRelations: listOf(ref('HistoryRelation')),
  _removedRelations: listOf(ref('HistoryRelation')),
}
const bodyMembers = {
  ...entryMembers,
  _names: said('What fields and relations are called since, by media type and name before.', mapOf(mapOf(text))),
}
const OPTIONAL = ['_eventId', '_sequence', '_at', '_modifiedFields', '_addedRelations', '_removedRelations', '_names']

export const history: Area = {
  tag: { name: TAG, 'x-group': 'Pages', description: 'Who changed what of a record, and when.' },
  paths: {
    '/api/v2/history': {
      get: {
        operationId: 'history.recent',
        tags: [TAG],
        summary: 'List the records that were changed last, newest first',
        description: 'Of records that the caller can read, and that are still there.',
        parameters: [
          query('mine', 'Only what the caller changed.', truth),
          query('limit', 'Records.', { ...whole, default: 20, minimum: 1, maximum: 50 }),
        ],
        responses: { 200: answer('The records.', ref('RecentChanges')), ...errors(400, 401, 503) },
      },
    },
    '/api/v2/history/{media_type}/{id}': {
      get: {
        operationId: 'history',
        tags: [TAG],
        summary: 'Read a record’s history, newest first',
        parameters: [...RECORD, ...PAGED],
        responses: { 200: answer('One page of it.', ref('RecordHistory')), ...errors(400, 401, 404, 503) },
      },
    },
    '/api/v2/history/{media_type}/{id}/difference': {
      get: {
        operationId: 'history.difference',
        tags: [TAG],
        summary: 'Compare two versions of a record',
        parameters: [
          ...RECORD,
          { ...query('from', 'The one version.', whole), required: true },
          query('to', 'The other; absent: the newest.', whole),
        ],
        responses: { 200: answer('What differs.', ref('VersionDifference')), ...errors(400, 401, 404, 503) },
      },
    },
    '/api/v2/history/{media_type}/{id}/restore': {
      post: {
        operationId: 'history.restore',
        tags: [TAG],
        summary: 'Bring a version of a record back',
        description: 'By an ordinary update as the caller: its rights, its checks, and an entry of its own.',
        parameters: [...RECORD, parameter('confirmLoss')],
        requestBody: body(object({ version: whole })),
        responses: {
          200: answer('The record has it again, but for what is told.', ref('RestoredVersion'), { headers: ['ETag'] }),
          ...errors(400, 401, 403, 404, 406, 409, 412, 415, 422, 503),
        },
      },
    },
    '/edithistory/v1/save/{media_type}/{id}': {
      post: save('history.save', 'Keep one entry', 'HistoryEntryBody', {
        parameters: RECORD,
        responses: { ...known, ...kept },
      }),
    },
    '/edithistory/v1/save/batch': {
      post: save('history.save-batch', 'Keep several entries', 'HistoryBatchBody', { responses: known }),
    },
    '/edithistory/v1/read/{media_type}/{id}': {
      post: {
        operationId: 'history.read',
        tags: [TAG],
        summary: 'Read a record’s entries as they were kept',
        description: 'The body names the media types that the reader may see; references to others are left out.',
        parameters: [...RECORD, ...PAGED],
        requestBody: body(object({ _readable: listOf(text) })),
        responses: { 200: answer('One page of them.', ref('HistoryPage')), ...errors(400, 401, 404, 415, 422) },
      },
    },
    '/edithistory/v1/recent': {
      post: {
        operationId: 'history.read-recent',
        tags: [TAG],
        summary: 'Read which records were changed last',
        description: 'For services and administrators. The body names the media types that the reader may see.',
        parameters: [LIMIT, query('user', 'Id of the user whose changes alone count.', whole)],
        requestBody: body(object({ _readable: listOf(text) })),
        responses: { 200: answer('The records.', ref('HistoryRecent')), ...errors(400, 401, 403, 415, 422) },
      },
    },
    '/edithistory/v1/health': {
      get: {
        operationId: 'history.health',
        tags: [TAG],
        summary: 'Tell that edit history is up',
        responses: { 200: answer('It is.', object({ status: choice('up') })), ...errors(401, 403, 503) },
      },
    },
  },
  schemas: {
    RecentChanges: object({
      entries: listOf(object({ mediaType: text, id: whole, name: text, operation: OPERATION, at: text, user })),
    }),
    HistoryRecent: object({
      _entries: listOf(
        object({ _mediaType: text, _id: whole, _version: whole, _operation: OPERATION, _at: text, _user: user }),
      ),
    }),
    RecordHistory: object({
      mediaType: text,
      id: whole,
      page: whole,
      pageSize: whole,
      pageCount: whole,
      total: whole,
      entries: listOf(
        object({
          version: whole,
          operation: OPERATION,
          at: text,
          user,
          fields: shownFields,
          relations: shownRelations,
        }),
      ),
      names,
    }),
    VersionDifference: object({
      from: whole,
      to: nullable(whole),
      fields: shownFields,
      relations: shownRelations,
      names,
    }),
    RestoredVersion: object({
      mediaType: text,
      id: whole,
      version: whole,
      etag: nullable(text),
      skipped: listOf(
        object({ name: text, label: text, reason: text, detail: text, mediaType: text, ids: listOf(whole) }, [
          'detail',
          'mediaType',
          'ids',
        ]),
      ),
    }),
    HistoryRelation: object({ relation: text, mediaType: text, ids: listOf(whole) }),
    HistoryEntry: object(entryMembers),
    HistoryEntryBody: object(bodyMembers, OPTIONAL),
    HistoryBatchBody: object({
      _changes: {
        type: 'array',
        maxItems: 1000,
        items: object({ _mediaType: text, _id: whole, ...bodyMembers }, OPTIONAL),
      },
    }),
    HistorySaved: object({ _saved: whole, _known: whole }),
    HistoryPage: object({
      _meta: object({ _page: whole, _pageSize: whole, _filterRowCount: whole, _pageCount: whole }),
      _entries: listOf(ref('HistoryEntry')),
    }),
  },
}
