import { Hono } from 'hono'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { type Auth, createAuth } from '../auth/index.ts'
import { openTestDatabase } from '../auth/test-service.ts'
import type { Database } from '../db/database.ts'
import { errorResponse } from '../errors.ts'
import type { AppEnv } from '../http.ts'
import { asAppError } from '../known-error.ts'
import { serviceDown } from '../services/service-down.ts'
import { signInElsewhere } from './elsewhere.ts'

let database: Database
let auth: Auth
let app: Hono<AppEnv>

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(() => {
  auth = createAuth({ database })
  app = new Hono<AppEnv>()
  app.use(signInElsewhere(auth, async () => new Response(null, { status: 204 })))
})

const forgets = async (method: string, path: string): Promise<boolean> => {
  expect((await app.request(`http://cms.test${path}`, { method })).status).toBe(204)
  return auth.forgotLately()
}

it.each([
  ['POST', '/oauth/introspect'],
  ['POST', '/oauth/device_authorization'],
  ['POST', '/api/v2/auth/login'],
  ['POST', '/api/v2/auth/forgot-password'],
  ['POST', '/api/v2/auth/reset-password/validate'],
  ['POST', '/api/v2/auth/passkeys/sign-in'],
  ['POST', '/api/v2/auth/passkeys/sign-in/options'],
  ['GET', '/api/v2/auth/sessions'],
])('[G1.b] what changes nobody’s rights and ends no token leaves callers believed: %s %s', async (method, path) => {
  expect(await forgets(method, path)).toBe(false)
})

it.each([
  ['POST', '/api/v2/auth/logout'],
  ['POST', '/oauth/token'],
  ['POST', '/oauth/revoke'],
  ['POST', '/api/v2/auth/reset-password'],
  ['DELETE', '/api/v2/auth/sessions/1'],
])('[G1.b] [P5] what may end a token is heeded with the next request: %s %s', async (method, path) => {
  expect(await forgets(method, path)).toBe(true)
})

it('[G1.b] clients are told in the form of OAuth that the server is down, everybody else as ever', async () => {
  const alone = new Hono<AppEnv>()
  alone.onError((error) => errorResponse(asAppError(error), null))
  alone.use(signInElsewhere(auth, () => Promise.reject(serviceDown('a service cannot be reached'))))
  const ask = (path: string, method = 'POST') => alone.request(`http://cms.test${path}`, { method })
  for (const path of ['/oauth/token', '/oauth/introspect', '/oauth/revoke', '/oauth/device_authorization']) {
    const response = await ask(path)
    expect([response.status, response.headers.get('retry-after')], path).toEqual([503, '2'])
    expect(await response.json()).toEqual({
      error: 'temporarily_unavailable',
      error_description: 'a service cannot be reached',
    })
  }
  for (const response of [await ask('/api/v2/auth/login'), await ask('/oauth/authorize', 'GET')]) {
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ errors: [{ code: 'DEPENDENCY_DOWN' }] })
  }
})
