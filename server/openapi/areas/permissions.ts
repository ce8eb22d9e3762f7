import {
  answer,
  body,
  choice,
  errors,
  id,
  inPath,
  listOf,
  nullable,
  object,
  query,
  ref,
  said,
  text,
  truth,
  whole,
} from '../describe.ts'
import type { Area } from '../document.ts'

const TAG = 'Permissions'
const FOR = 'For services and administrators.'
const items = answer('The items.', listOf(ref('PermissionItem')))
const objectType = said('1 a source, 2 a media type, 3 a field or a boolean.', { type: 'integer', enum: [1, 2, 3] })
const ownerType = said('1 a user, 2 a group, 3 a client.', { type: 'integer', enum: [1, 2, 3] })
const rights = { canRead: truth, canWrite: truth, canDelete: truth }

function through(kind: string, which: string) {
  return {
    get: {
      operationId: `permissions.${kind}`,
      tags: [TAG],
      summary: `List what a user may do through ${which}`,
      description: `${FOR} The user’s items, each no wider than the client’s own; of a client without items as they are.`,
      parameters: [inPath('user_id', 'Id of the user.', id), inPath('client_id', 'The client’s `client_id`.')],
      responses: { 200: items, ...errors(401, 403, 404, 503) },
    },
  }
}

export const permissions: Area = {
  tag: { name: TAG, 'x-group': 'Sign-in', description: 'Who may do what with media types and sources.' },
  paths: {
    '/permission/v1/authorization/apiClient/{user_id}/{client_id}': through('apiClient', 'a service’s client'),
    '/permission/v1/authorization/oauthClient/{user_id}/{client_id}': through('oauthClient', 'an application'),
    '/permission/v1/authorization/{owner_id}/{permission_type}': {
      get: {
        operationId: 'permissions.of',
        tags: [TAG],
        summary: 'List the items of a user, a group or a client',
        description: `${FOR} A user’s with those of the user’s groups, and of sources with those below them, marked as inherited.`,
        parameters: [
          inPath('owner_id', 'Id of the user or group; of a client its `client_id`.'),
          inPath('permission_type', 'Whose they are.', choice('user', 'group', 'client', '1', '2', '3')),
        ],
        responses: { 200: items, ...errors(401, 403, 404, 503) },
      },
    },
    '/permission/v1/authorization': {
      post: {
        operationId: 'permissions.save',
        tags: [TAG],
        summary: 'Save the items of a user, a group or a client',
        description: `${FOR} They are those given afterwards, and no others; inherited items are passed over. With the tag of what was read in \`If-Match\`, nothing that was changed since is lost. At most a thousand items are added, changed and removed at once.`,
        requestBody: body(ref('PermissionSave')),
        responses: { 200: items, ...errors(400, 401, 403, 412, 413, 415, 422, 503) },
      },
    },
    '/permission/v1/inventory': {
      get: {
        operationId: 'permissions.inventory',
        tags: [TAG],
        summary: 'List what there is to permit, as other instances fetch it',
        description: FOR,
        responses: { 200: answer('What there is.', ref('PermissionInventory')), ...errors(401, 403, 503) },
      },
    },
    '/permission/v1/health': {
      get: {
        operationId: 'permissions.health',
        tags: [TAG],
        summary: 'Tell that permissions can be read',
        responses: { 200: answer('They can.', object({ status: choice('up') })), ...errors(401, 403, 503) },
      },
    },
    '/api/v2/permissions/explain': {
      get: {
        operationId: 'permissions.explain',
        tags: [TAG],
        summary: 'Tell why the caller may do something, or may not',
        description: 'Of a record that cannot be read nothing is told but that.',
        parameters: [
          { ...query('mediaType', 'Name of the media type.'), required: true },
          query('id', 'Id of the record; absent: of the media type as a whole.', id),
          { ...query('action', 'What is asked about.', choice('read', 'create', 'write', 'delete')), required: true },
          query('field', 'A field, of `read`, `create` or `write`.', text),
          query('userId', 'Somebody else, whom administrators ask about.', id),
        ],
        responses: {
          200: answer('What allows and denies it.', ref('PermissionExplanation')),
          ...errors(400, 401, 403, 404),
        },
      },
    },
    '/configurablepermissions': {
      get: {
        operationId: 'permissions.configurable',
        tags: [TAG],
        summary: 'List what there is to permit',
        description: 'The tag is a hash of the content.',
        security: [],
        responses: {
          200: answer('What there is.', ref('PermissionInventory'), { headers: ['ETag'] }),
          304: answer('It is as the caller has it.'),
          ...errors(),
        },
      },
    },
  },
  schemas: {
    PermissionItem: object({
      objectId: said('Id of the source or media type.', nullable(whole)),
      objectType,
      key: said('The media type’s name, `field:<media type>.<field>`, or the boolean’s key.', nullable(text)),
      ...rights,
      isInherited: said('It comes from a group of the user’s, or from a source above.', truth),
      ownerType,
    }),
    PermissionSave: {
      ...object({
        ownerId: said('Id of the user or group; of a client its `client_id`.', { type: ['integer', 'string'] }),
        ownerType,
        permissions: {
          type: 'array',
          maxItems: 10_000,
          items: object(
            { objectType, objectId: nullable(whole), key: nullable(text), ...rights, isInherited: truth, ownerType },
            ['objectId', 'key', ...Object.keys(rights), 'isInherited', 'ownerType'],
          ),
        },
      }),
      additionalProperties: false,
    },
    PermissionExplanation: object({
      mediaType: text,
      id: nullable(whole),
      field: nullable(text),
      action: choice('read', 'create', 'write', 'delete'),
      allowed: truth,
      permission: choice('CanRead', 'CanCreate', 'CanWrite', 'CanDelete', 'None'),
      reasons: listOf(
        object(
          {
            kind: choice('administrator', 'block', 'mediaType', 'source', 'record', 'client', 'token', 'field'),
            allows: truth,
            detail: text,
            right: choice('read', 'write', 'delete'),
            source: said('The record’s.', object({ id, name: text })),
            by: said(
              'Who holds the permission.',
              listOf(
                object(
                  {
                    kind: choice('user', 'group', 'client'),
                    id: said('For administrators.', id),
                    name: text,
                    source: nullable(object({ id, name: text })),
                  },
                  ['id'],
                ),
              ),
            ),
          },
          ['right', 'source', 'by'],
        ),
      ),
      groups: said('Those that the user is in.', listOf(object({ id, name: text }, ['id']))),
    }),
    PermissionInventory: object({
      categories: listOf(
        object(
          {
            key: text,
            objectType,
            mediaType: said('Its records are what the permissions are about.', text),
            items: listOf(
              object({
                key: text,
                label: text,
                permissions: listOf(choice('CanRead', 'CanCreate', 'CanWrite', 'CanDelete')),
              }),
            ),
          },
          ['mediaType'],
        ),
      ),
    }),
  },
}
