import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../db/database.ts'
import type { Parameters } from '../test-flow.ts'
import { firstError, ORIGIN, SECRET } from '../test-service.ts'
import { deviceWorld, openDeviceDatabase } from './test-devices.ts'

let database: Database
beforeAll(async () => {
  ;({ database } = await openDeviceDatabase())
})

let world: ReturnType<typeof deviceWorld>
beforeEach(async () => {
  await database.kysely.deleteFrom('marquee_devices').execute()
  await database.kysely.deleteFrom('marquee_device_codes').execute()
  world = deviceWorld(database)
  await world.signIn('ada')
})

describe('pairing a device', () => {
  it('[A3.i] [AUTH24] gives the device tokens once its user typed the code', async () => {
    const codes = await world.asked({ scope: 'read' })
    expect(codes).toMatchObject({
      user_code: expect.stringMatching(/^[B-Z]{4}-[B-Z]{4}$/),
      verification_uri: `${ORIGIN}/pair`,
      verification_uri_complete: `${ORIGIN}/pair?code=${codes.user_code}`,
      expires_in: 600,
      interval: 5,
    })
    expect(await world.polled(codes)).toMatchObject({ status: 400, error: 'authorization_pending' })
    const userCode = codes.user_code.toLowerCase()
    const request = await world.browser('POST', '/devices/look-up', { userCode })
    expect(await request.json()).toEqual({
      client: { clientId: 'television', name: 'The television', isFirstParty: false },
      scope: 'read',
      expiresAt: Math.floor(world.clock.now() / 1000) + 600,
    })
    const device = await world.paired(codes, { name: '  Living room ' })
    const client = { clientId: 'television', name: 'The television' }
    expect(device).toMatchObject({ name: 'Living room', client, scope: 'read', lastUsedAt: null })
    const tokens = await world.polled(codes)
    expect(tokens).toMatchObject({ status: 200, token_type: 'Bearer', expires_in: 3600, scope: 'read' })
    expect(await world.isGood(tokens.access_token)).toBe(true)
    expect(await world.polled(codes)).toMatchObject({ status: 400, error: 'invalid_grant' })
    expect(await world.listed()).toEqual([{ ...device, lastUsedAt: device.pairedAt }])
    expect(await database.kysely.selectFrom('marquee_device_codes').selectAll().execute()).toEqual([])
  })

  it('[A3.i] keeps no code as it is', async () => {
    const codes = await world.asked()
    const rows = JSON.stringify(await database.kysely.selectFrom('marquee_device_codes').selectAll().execute())
    for (const code of [codes.device_code, codes.user_code, codes.user_code.replace('-', '')])
      expect(rows).not.toContain(code)
  })

  it('[A3.i] tells a device that was denied, expired, or is too fast (RFC 8628, section 3.5)', async () => {
    const denied = await world.asked()
    expect((await world.browser('POST', '/devices/pair', { userCode: denied.user_code, allow: false })).status).toBe(
      204,
    )
    expect(await world.polled(denied)).toMatchObject({ status: 400, error: 'access_denied' })
    expect((await world.browser('POST', '/devices/pair', { userCode: denied.user_code })).status).toBe(422)

    const hasty = await world.asked()
    const errors: (string | undefined)[] = []
    for (const seconds of [0, 5, 1, 5, 10, 3]) {
      world.clock.advance(seconds)
      errors.push((await world.polled(hasty)).error)
    }
    const [wait, slow] = ['authorization_pending', 'slow_down']
    expect(errors).toEqual([wait, wait, slow, slow, slow, slow])
    world.clock.advance(25)
    expect((await world.polled(hasty)).error).toBe(wait)

    const late = await world.asked()
    world.clock.advance(600)
    expect(await world.polled(late)).toMatchObject({ status: 400, error: 'expired_token' })
    expect((await world.browser('POST', '/devices/pair', { userCode: late.user_code })).status).toBe(422)
  })

  it('[X39] [A3.i] is for clients that an administrator lets pair devices, for what they may have', async () => {
    const refused = async (fields: Parameters) => {
      const response = await world.askFor(fields)
      return [response.status, ((await response.json()) as { error: string }).error]
    }
    expect(await refused({ client_id: 'browser-only' })).toEqual([400, 'unauthorized_client'])
    expect(await refused({ client_id: 'robot', client_secret: SECRET })).toEqual([400, 'unauthorized_client'])
    expect(await refused({ client_id: 'nobody' })).toEqual([401, 'invalid_client'])
    expect(await refused({ client_id: 'set-top-box' })).toEqual([401, 'invalid_client'])
    expect(await refused({ client_id: 'television', scope: 'everything' })).toEqual([400, 'invalid_scope'])
    const box = { client_id: 'set-top-box', client_secret: SECRET }
    expect(await refused({ ...box, scope: 'write' })).toEqual([400, 'invalid_scope'])
    const codes = await world.asked(box)
    await world.paired(codes)
    expect(await world.polled(codes)).toMatchObject({ status: 400, error: 'invalid_grant' })
    expect(await world.polled(codes, box)).toMatchObject({ status: 200, scope: 'read' })
    expect(await world.polled(codes, { device_code: undefined })).toMatchObject({
      status: 400,
      error: 'invalid_request',
    })
  })

  it('[AUTH5] is remembered as a consent, but not for the house’s own', async () => {
    const clientIds = async () => {
      const rows = await database.kysely.selectFrom('marquee_oauth_consents').select('client_id').execute()
      return rows.map((row) => row.client_id).sort()
    }
    await database.kysely.deleteFrom('marquee_oauth_consents').execute()
    await world.paired(await world.asked({ client_id: 'own-television' }))
    expect(await clientIds()).toEqual([])
    const codes = await world.asked()
    await world.paired(codes)
    expect(await clientIds()).toEqual(['television'])
    const { access_token: access } = await world.polled(codes)
    await world.browser('DELETE', '/consents/television')
    expect(await world.isGood(access)).toBe(false)
    expect((await world.listed()).map(({ client }) => client.clientId)).toEqual(['own-television'])
  })

  it('[X39.a] [A3.i] of a code goes to one user, and to one poll', async () => {
    const codes = await world.asked()
    const answers = await Promise.all(
      [1, 2, 3].map(() => world.browser('POST', '/devices/pair', { userCode: codes.user_code })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422])
    const polls = await Promise.all([1, 2, 3].map(() => world.polled(codes)))
    expect(polls.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect(await world.listed()).toHaveLength(1)
  })

  it('[A2.a] is not to be had by guessing', async () => {
    const codes = await world.asked()
    await world.signIn('bob')
    const statuses: number[] = []
    for (let guess = 0; guess < 11; guess++) {
      statuses.push(
        (await world.browser('POST', `/devices/${guess % 2 === 0 ? 'pair' : 'look-up'}`, { userCode: 'BCDF-GHJK' }))
          .status,
      )
    }
    expect(statuses).toEqual([...Array(10).fill(422), 429])
    const refused = await world.browser('POST', '/devices/pair', { userCode: codes.user_code })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)])
  })

  it('[A3.i] says what is wrong with what was sent', async () => {
    const wrong = async (body: object) =>
      (await firstError(await world.browser('POST', '/devices/pair', body)))?.source?.pointer
    const { user_code: userCode } = await world.asked()
    expect(await wrong({})).toBe('/userCode')
    expect(await wrong({ userCode: 'not a code' })).toBe('/userCode')
    expect(await wrong({ userCode, allow: 'yes' })).toBe('/allow')
    for (const name of ['x'.repeat(101), 'a\nb', '\ud800', 7]) expect(await wrong({ userCode, name })).toBe('/name')
    expect((await world.paired({ user_code: userCode })).name).toBe('The television')
  })
})
