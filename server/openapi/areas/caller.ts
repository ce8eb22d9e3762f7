import {
  answer,
  body,
  choice,
  DATA,
  errors,
  id,
  listOf,
  mapOf,
  nullable,
  object,
  parameter,
  ref,
  said,
  text,
  truth,
  whole,
} from '../describe.ts'
import type { Area, Operation } from '../document.ts'

const TAG = 'Caller'
const profile = { 200: answer('The user.', ref('UserProfile'), { headers: ['ETag'] }) }
const unchanged = { 304: answer('The caller has it already.', undefined, { headers: ['ETag'] }) }

function readProfile(operationId: string, summary: string): Operation {
  return {
    operationId,
    tags: [TAG],
    summary,
    parameters: [parameter('ifNoneMatch')],
    responses: { ...profile, ...unchanged, ...errors(401, 404) },
  }
}

const grants = object({ can_read: truth, can_write: truth, can_delete: truth })

export const caller: Area = {
  tag: { name: TAG, 'x-group': 'Sign-in', description: 'Who calls: rights, profile and preferences.' },
  paths: {
    '/api/v1/me': {
      get: {
        operationId: 'me',
        tags: [TAG],
        summary: 'Read who calls, and with which rights',
        responses: { 200: answer('The caller.', ref('Me'), { type: DATA }), ...errors(401) },
      },
    },
    '/user/me': { get: readProfile('user.me', 'Read the signed-in user') },
    '/user/current': {
      get: readProfile('user.current', 'Read the signed-in user, to change it'),
      patch: {
        operationId: 'user.change',
        tags: [TAG],
        summary: 'Change one’s own profile and preferences',
        description:
          'A JSON merge patch (RFC 7396): members replace members, null removes one. Preferences the service does not know are kept, up to 64 KiB in all. The e-mail address is for the user to change, in the browser, with the current password and, with a second factor, a one-time code: no application may.',
        parameters: [parameter('ifMatch')],
        requestBody: body(ref('ProfilePatch'), ['application/merge-patch+json', 'application/json']),
        responses: { ...profile, ...errors(400, 401, 403, 409, 412, 413, 415, 422) },
      },
    },
  },
  schemas: {
    Me: object({
      _user: nullable(
        object({
          _id: id,
          _type: text,
          _href: text,
          username: text,
          name: text,
          email: nullable(text),
          is_administrator: truth,
        }),
      ),
      _groups: listOf(object({ _id: id, _type: text, _href: text, name: text })),
      _client: nullable(object({ client_id: text, name: text, client_type: whole })),
      _permissions: object({
        _unrestricted: truth,
        _mediaTypes: mapOf(object({ can_read: truth, can_create: truth, can_write: truth, can_delete: truth })),
        _sources: said('By the id of a source; null: every source.', nullable(mapOf(grants))),
      }),
      _tokenHash: said('SHA-256 of the access token, hexadecimal.', nullable(text)),
    }),
    UserProfile: object({
      id,
      username: text,
      name: text,
      email: nullable(text),
      isAdministrator: truth,
      groups: listOf(object({ id, name: text })),
      preferences: ref('Preferences'),
    }),
    Preferences: {
      ...object({ tabs: mapOf(listOf(text)), language: text, theme: choice('light', 'dark', 'system') }, [
        'tabs',
        'language',
        'theme',
      ]),
      description:
        '`tabs`: keys of a page’s components in the order wanted, by page key. Other members are the caller’s own.',
    },
    ProfilePatch: {
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 200 },
        email: { type: ['string', 'null'], format: 'idn-email', maxLength: 254 },
        currentPassword: { type: 'string', description: 'Where the e-mail address changes.' },
        otp: { type: 'string', description: 'Besides, of a user with a second factor.' },
        preferences: {
          type: ['object', 'null'],
          properties: {
            tabs: { type: ['object', 'null'], additionalProperties: nullable(listOf(text)) },
            language: { type: ['string', 'null'], examples: ['de-AT'] },
            theme: nullable(choice('light', 'dark', 'system')),
          },
        },
      },
      additionalProperties: false,
    },
  },
}
