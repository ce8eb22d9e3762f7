import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../db/database.ts'
import { setPassword } from '../set-password.ts'
import { deviceWorld, openDeviceDatabase } from './test-devices.ts'

let database: Database
let ada: number
beforeAll(async () => {
  ;({ database, ada } = await openDeviceDatabase())
})

let world: ReturnType<typeof deviceWorld>
beforeEach(async () => {
  await database.kysely.deleteFrom('marquee_devices').execute()
  await database.kysely.deleteFrom('marquee_device_codes').execute()
  world = deviceWorld(database)
  await world.signIn('ada')
})

describe('a paired device', () => {
  it('[A3.i] [AUTH24] is unpaired by its user alone, which ends its tokens', async () => {
    const codes = await world.asked()
    const { id } = await world.paired(codes)
    const tokens = await world.polled(codes)
    await world.signIn('bob')
    expect([(await world.browser('DELETE', `/devices/${id}`)).status, await world.listed()]).toEqual([404, []])
    await world.signIn('ada')
    expect(await world.isGood(tokens.access_token)).toBe(true)
    expect((await world.browser('DELETE', `/devices/${id}`)).status).toBe(204)
    expect([await world.isGood(tokens.access_token), await world.listed()]).toEqual([false, []])
    expect(await world.auth.tokens.rotate(tokens.refresh_token, 'television')).toMatchObject({ kind: 'refused' })
    for (const none of [id, 0, 'x', '9'.repeat(30)])
      expect((await world.browser('DELETE', `/devices/${none}`)).status).toBe(404)
  })

  it('[A3.i] that was unpaired before it came for its tokens gets none', async () => {
    const codes = await world.asked()
    const { id } = await world.paired(codes)
    expect((await world.browser('DELETE', `/devices/${id}`)).status).toBe(204)
    expect(await world.polled(codes)).toMatchObject({ status: 400, error: 'invalid_grant' })
  })

  it('[AUTH5] whose application is allowed nothing any more gets no tokens, and is listed no more', async () => {
    const codes = await world.asked()
    await world.paired(codes)
    expect((await world.browser('DELETE', '/consents/television')).status).toBe(204)
    expect(await world.polled(codes)).toMatchObject({ status: 400, error: 'invalid_grant' })
    expect(await world.listed()).toEqual([])
  })

  it('[X39.b] stays paired for ninety days from each use', async () => {
    const codes = await world.asked()
    await world.paired(codes)
    let { refresh_token: refresh } = await world.polled(codes)
    for (let round = 0; round < 3; round++) {
      world.clock.advance(89 * 86_400)
      const rotation = await world.auth.tokens.rotate(refresh, 'television')
      if (rotation.kind === 'refused') throw new Error(`refused in round ${round}`)
      refresh = rotation.pair.refresh
    }
    await world.signIn('ada')
    expect(await world.listed()).toHaveLength(1)
    world.clock.advance(90 * 86_400)
    expect(await world.auth.tokens.rotate(refresh, 'television')).toMatchObject({ kind: 'refused' })
    await world.signIn('ada')
    expect(await world.listed()).toEqual([])
  })

  it('[AUTH24] is among the sessions, and ended with them', async () => {
    const codes = await world.asked()
    const device = await world.paired(codes, { name: 'Kitchen' })
    const tokens = await world.polled(codes)
    const waiting = await world.asked()
    await world.paired(waiting)
    const sessions = async () =>
      ((await (await world.browser('GET', '/sessions')).json()) as { sessions: readonly unknown[] }).sessions
    expect(await sessions()).toContainEqual(
      expect.objectContaining({ device: { id: device.id, name: 'Kitchen' }, client: device.client }),
    )
    await world.browser('DELETE', '/sessions?except=current')
    expect([await world.isGood(tokens.access_token), await world.listed()]).toEqual([false, []])
    expect(await world.polled(waiting)).toMatchObject({ status: 400, error: 'invalid_grant' })
  })

  it('[A3.e] gets no tokens when its user’s password changed or the user was disabled meanwhile', async () => {
    const codes = await world.asked()
    await world.paired(codes)
    await database.kysely.updateTable('users').set({ is_disabled: true }).where('id', '=', ada).execute()
    expect(await world.polled(codes)).toMatchObject({ status: 400, error: 'invalid_grant' })
    await database.kysely.updateTable('users').set({ is_disabled: false }).where('id', '=', ada).execute()
    await database.transaction(({ kysely }) => setPassword(kysely, ada, 'another hash'))
    expect(await world.polled(codes)).toMatchObject({ status: 400, error: 'invalid_grant' })
  })
})
