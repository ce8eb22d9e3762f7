import {
  answer,
  body,
  errors,
  id,
  inPath,
  listOf,
  nullable,
  object,
  ref,
  said,
  text,
  truth,
  unixTime,
} from '../describe.ts'
import type { Area } from '../document.ts'

const TAG = 'Devices'
const security = [{ session: [] }]
const userCode = said('As the device shows it; case and what stands between the letters do not matter.', text)

export const devices: Area = {
  tag: {
    name: TAG,
    'x-group': 'Sign-in',
    description: 'Devices without a browser of their own, paired by a code that they show (RFC 8628).',
  },
  paths: {
    '/api/v2/auth/devices': {
      get: {
        operationId: 'devices',
        tags: [TAG],
        summary: 'List the devices one paired',
        responses: { 200: answer('By name.', object({ devices: listOf(ref('Device')) })), ...errors(401, 403) },
        security,
      },
    },
    '/api/v2/auth/devices/look-up': {
      post: {
        operationId: 'devices.lookUp',
        tags: [TAG],
        summary: 'Ask what the device of a user code wants',
        requestBody: body(object({ userCode })),
        responses: { 200: answer('What it asks for.', ref('DeviceRequest')), ...errors(401, 403, 422, 429) },
        security,
      },
    },
    '/api/v2/auth/devices/pair': {
      post: {
        operationId: 'devices.pair',
        tags: [TAG],
        summary: 'Pair the device of a user code, or deny it',
        description: 'After ten codes that were none a user has to wait.',
        requestBody: body(
          object(
            {
              userCode,
              name: { type: ['string', 'null'], maxLength: 100, description: 'Absent: as the application is called.' },
              allow: { ...truth, description: 'False: it is denied.' },
            },
            ['name', 'allow'],
          ),
        ),
        responses: {
          201: answer('The device, which has its tokens the next time it asks.', ref('Device')),
          204: answer('It is denied.'),
          ...errors(401, 403, 422, 429),
        },
        security,
      },
    },
    '/api/v2/auth/devices/{id}': {
      delete: {
        operationId: 'devices.unpair',
        tags: [TAG],
        summary: 'Unpair a device',
        description: 'Every token it has ends.',
        parameters: [inPath('id', 'Id of the device.', id)],
        responses: { 204: answer('It is paired no more.'), ...errors(401, 403, 404) },
        security,
      },
    },
  },
  schemas: {
    Device: object({
      id,
      name: text,
      client: object({ clientId: text, name: text }),
      scope: text,
      pairedAt: unixTime,
      lastUsedAt: said('Unix time in seconds; null: it has not come for its tokens yet.', nullable(unixTime)),
    }),
    DeviceRequest: object({
      client: object({ clientId: text, name: text, isFirstParty: truth }),
      scope: text,
      expiresAt: unixTime,
    }),
  },
}
