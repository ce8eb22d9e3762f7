import { answer, body, choice, errors, id, inPath, listOf, object, query, ref, said, text, whole } from '../describe.ts'
import type { Area } from '../document.ts'

const TAG = 'Concurrency'
const FOR = 'For services and administrators. Who may read the record is not asked.'
const RECORD = [inPath('media_type', 'Name of the media type.'), inPath('record_id', 'Id of the record.', id)]
const LINK = [inPath('link_id', 'As the link was answered.')]
const USER = query('userId', 'The user whose link it must be, or who is left out of the viewers.', id)
const linked = answer('The link, and who else is on the record.', ref('PresenceLink'))
const viewers = answer('Those on the record.', object({ viewers: listOf(ref('PresenceViewer')) }))
const ended = { 204: { description: 'It has ended.' } }

const action = said('What the user does there.', choice('viewing', 'editing'))
const members = {
  userId: said('In a body of the caller’s own nobody else.', id),
  pageKey: said('Key of the page that shows the record.', text),
  mediaType: text,
  recordId: id,
  action,
}

export const concurrency: Area = {
  tag: {
    name: TAG,
    'x-group': 'Pages',
    description: 'Who else views or edits a record. It holds nobody up: entity tags settle saves at the same time.',
  },
  paths: {
    '/api/v2/concurrency/link': {
      post: {
        operationId: 'concurrency.link',
        tags: [TAG],
        summary: 'Tell that the caller is on a record',
        description: 'The link ends at `expiresAt` unless it is refreshed.',
        requestBody: body(ref('PresenceOwnLinkBody')),
        responses: { 200: linked, ...errors(400, 401, 403, 404, 413, 415, 422, 503) },
      },
    },
    '/api/v2/concurrency/refresh': {
      post: {
        operationId: 'concurrency.refresh',
        tags: [TAG],
        summary: 'Tell that the caller is still there, and what it does',
        description: '404: the link has ended, or the record is gone; link anew.',
        requestBody: body(ref('PresenceOwnRefreshBody')),
        responses: { 200: linked, ...errors(400, 401, 403, 404, 413, 415, 422, 503) },
      },
    },
    '/api/v2/concurrency/unlink': {
      post: {
        operationId: 'concurrency.unlink',
        tags: [TAG],
        summary: 'Tell that the caller has left',
        requestBody: body(ref('PresenceOwnRefreshBody')),
        responses: { ...ended, ...errors(400, 401, 403, 413, 415, 422, 503) },
      },
    },
    '/api/v2/concurrency/viewers': {
      get: {
        operationId: 'concurrency.viewers',
        tags: [TAG],
        summary: 'Read who else is on a record',
        parameters: [
          { ...query('mediaType', 'Name of the media type.'), required: true },
          { ...query('recordId', 'Id of the record.', id), required: true },
        ],
        responses: { 200: viewers, ...errors(400, 401, 404, 503) },
      },
    },
    '/api/v2/concurrency/health': {
      get: {
        operationId: 'concurrency.health',
        tags: [TAG],
        summary: 'Tell whether it is known who is where, and how often to refresh a link',
        responses: { 200: answer('It is.', ref('PresenceHealth')), ...errors(401, 503) },
      },
    },
    '/concurrency/v1/link': {
      post: {
        operationId: 'concurrency.service-link',
        tags: [TAG],
        summary: 'Link a user to a record',
        description: FOR,
        requestBody: body(ref('PresenceLinkBody')),
        responses: { 200: linked, ...errors(400, 401, 403, 413, 415, 422, 503) },
      },
    },
    '/concurrency/v1/link/{link_id}': {
      put: {
        operationId: 'concurrency.service-refresh',
        tags: [TAG],
        summary: 'Refresh a link',
        description: 'For services and administrators. Without a body nothing but the expiry changes.',
        parameters: LINK,
        requestBody: { ...body(ref('PresenceChange')), required: false },
        responses: { 200: linked, ...errors(400, 401, 403, 404, 413, 415, 422, 503) },
      },
      delete: {
        operationId: 'concurrency.service-unlink',
        tags: [TAG],
        summary: 'End a link',
        description: 'For services and administrators.',
        parameters: [...LINK, USER],
        responses: { ...ended, ...errors(400, 401, 403, 404, 503) },
      },
    },
    '/concurrency/v1/viewers/{media_type}/{record_id}': {
      get: {
        operationId: 'concurrency.service-viewers',
        tags: [TAG],
        summary: 'Read who is on a record',
        description: FOR,
        parameters: [...RECORD, USER],
        responses: { 200: viewers, ...errors(400, 401, 403, 404, 503) },
      },
    },
    '/concurrency/v1/health': {
      get: {
        operationId: 'concurrency.service-health',
        tags: [TAG],
        summary: 'Tell that the concurrency service is up',
        responses: {
          200: answer('It is.', object({ status: choice('up'), expirySeconds: whole })),
          ...errors(401, 403, 503),
        },
      },
    },
  },
  schemas: {
    PresenceLinkBody: { ...object(members), additionalProperties: false },
    PresenceChange: { ...object(members, Object.keys(members)), additionalProperties: false },
    PresenceOwnLinkBody: { ...object(members, ['userId']), additionalProperties: false },
    PresenceOwnRefreshBody: {
      ...object({ linkId: text, ...members }, Object.keys(members)),
      additionalProperties: false,
    },
    PresenceViewer: object({
      userId: id,
      name: text,
      action,
      pageKey: text,
      since: said('Since when the user has been there: ISO 8601, UTC.', text),
    }),
    PresenceLink: object({
      linkId: text,
      expiresAt: said('When the link ends unless it is refreshed: ISO 8601, UTC.', text),
      viewers: said('The other users, each once.', listOf(ref('PresenceViewer'))),
    }),
    PresenceHealth: object({
      status: choice('up'),
      pollingSeconds: said('How often a page is to refresh its link.', whole),
      expirySeconds: said('How long a link lives without.', whole),
    }),
  },
}
