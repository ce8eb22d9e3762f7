import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuth, ensureServiceClient } from '../auth/index.ts'
import { addUser, openTestDatabase, PASSWORD, testApp, testClock } from '../auth/test-service.ts'
import type { Database } from '../db/database.ts'
import { withServiceToken } from './service-token.ts'
import { type Send, transport } from './transport.ts'

const ACCOUNT = { clientId: 'pages', clientSecret: 'a long enough secret', username: 'robot', password: PASSWORD }

let database: Database
let service: Send
let authorize: Send
let grants = 0
const clock = testClock()
beforeAll(async () => {
  database = await openTestDatabase()
  await ensureServiceClient(database, { clientId: 'pages', name: 'pages', secret: ACCOUNT.clientSecret })
  await addUser(database, 'robot')
  const app = testApp(createAuth({ database, now: clock.now }))
  service = transport(app.fetch)
  authorize = async (request) => {
    grants += 1
    return service(request)
  }
})
afterAll(() => database.close())

const request = (body?: string) =>
  new Request('http://service.test/api/v1/movies', body === undefined ? {} : { method: 'POST', body })

describe('a call to a service elsewhere', () => {
  it('[RT:oauth.4] asks for tokens where they are configured to be given', async () => {
    const oauth = { authorizePath: '/a/authorize', tokenPath: '/a/token' }
    const elsewhere = transport(testApp(createAuth({ database, now: clock.now, oauth })).fetch)
    const send = withServiceToken(elsewhere, elsewhere, { ...ACCOUNT, tokenPath: '/a/token' }, clock.now)
    expect((await send(request())).status).toBe(200)
  })

  it('[AUTH10] is made as a client of type 3 by the password grant, one token for many calls', async () => {
    const send = withServiceToken(service, authorize, ACCOUNT, clock.now)
    grants = 0
    for (let call = 0; call < 3; call += 1) {
      expect(await (await send(request('{}'))).json()).toEqual({
        key: 'client:pages',
        kind: 'service',
        unrestricted: true,
      })
    }
    expect(grants).toBe(1)
    clock.advance(58 * 60)
    expect((await send(request())).status).toBe(200)
    expect(grants).toBe(1)
    clock.advance(61)
    expect((await send(request())).status).toBe(200)
    expect(grants).toBe(2)
  })

  it('gets another token once when its own is refused, and sends the same body', async () => {
    let refused = 1
    const bodies: string[] = []
    const forgetful: Send = async (given) => {
      bodies.push(await given.clone().text())
      return refused-- > 0 ? new Response('no', { status: 401 }) : service(given)
    }
    grants = 0
    const send = withServiceToken(forgetful, authorize, ACCOUNT, clock.now)
    expect((await send(request('{"a":1}'))).status).toBe(200)
    expect([grants, bodies]).toEqual([2, ['{"a":1}', '{"a":1}']])
    refused = 2
    expect((await send(request())).status).toBe(401)
  })

  it('[ERR:DEPENDENCY_DOWN] fails without a token, and does not tell the password', async () => {
    const send = withServiceToken(service, authorize, { ...ACCOUNT, password: 'wrong-password' }, clock.now)
    const error = await send(request()).catch((cause: Error) => cause)
    expect(error).toMatchObject({
      problems: [{ code: 'DEPENDENCY_DOWN', detail: expect.stringContaining('invalid_grant') }],
    })
    expect(String(error)).not.toContain('wrong-password')
  })
})
