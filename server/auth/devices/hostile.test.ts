import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../db/database.ts'
import { SECRET } from '../test-service.ts'
import { deviceWorld, openDeviceDatabase } from './test-devices.ts'

let database: Database
beforeAll(async () => {
  ;({ database } = await openDeviceDatabase())
})

const VALUES = [
  '',
  ' ',
  '\0',
  '\ud800',
  'x'.repeat(9_000),
  '%00',
  "'; drop table users; --",
  'WDJB‐MJHT',
  '9'.repeat(40),
]
const NO_TEXTS: readonly unknown[] = [null, 7, true, [], {}, ['WDJB-MJHT'], { toString: 'WDJB-MJHT' }]

describe('hostile requests', () => {
  it('[A3.i] about devices are answered as what is wrong, never as a fault of the service', async () => {
    for (const value of [...VALUES, ...NO_TEXTS]) {
      // a world for each, so that the limit of guesses is not reached
      const world = deviceWorld(database)
      await world.signIn('ada')
      const { user_code: userCode } = await world.asked()
      for (const [path, body] of [
        ['/devices/look-up', { userCode: value }],
        ['/devices/pair', { userCode: value }],
        ['/devices/pair', { userCode: value, allow: false }],
        ['/devices/pair', { userCode, allow: value === null ? 0 : value === true ? 'true' : value }],
        ['/devices/pair', { userCode, name: typeof value === 'string' ? `\n${value}\0` : (value ?? 0) }],
        ['/devices/pair', value],
      ] as const) {
        const { status } = await world.browser('POST', path, body)
        expect([400, 422], `${path} ${JSON.stringify(body).slice(0, 80)}`).toContain(status)
      }
      await database.kysely.deleteFrom('marquee_attempts').execute()
    }
  })

  it('[A3.i] to the endpoints of clients are answered as the RFC says', async () => {
    const world = deviceWorld(database)
    const box = { client_id: 'set-top-box', client_secret: SECRET }
    for (const value of VALUES) {
      const answers = await Promise.all([
        world.askFor({ client_id: value }),
        world.askFor({ ...box, client_secret: `${value}x` }),
        world.askFor({ client_id: 'television', scope: `${value}x` }),
      ])
      for (const answer of answers) {
        expect([400, 401, 429], value.slice(0, 40)).toContain(answer.status)
        expect(await answer.json()).toMatchObject({ error: expect.stringMatching(/^[a-z_]+$/) })
      }
      expect([400, 401]).toContain((await world.polled({ device_code: value })).status)
    }
  })

  it('[A3.i] that unpair a device while it comes for its tokens leave it none that is good', async () => {
    const world = deviceWorld(database)
    await world.signIn('ada')
    for (let round = 0; round < 6; round++) {
      const codes = await world.asked()
      const { id } = await world.paired(codes)
      const unpair = () => world.browser('DELETE', `/devices/${id}`)
      const [poll] =
        round % 2 === 0
          ? await Promise.all([world.polled(codes), unpair()])
          : await Promise.all([unpair(), world.polled(codes)]).then(([ended, polled]) => [polled, ended] as const)
      if (poll.status === 200) expect(await world.isGood(poll.access_token)).toBe(false)
      expect((await world.listed()).map((device) => device.id)).not.toContain(id)
    }
  })
})
