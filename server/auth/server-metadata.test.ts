import type { Hono } from 'hono'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../db/database.ts'
import type { AppEnv } from '../http.ts'
import { createAuth } from './index.ts'
import type { Fields } from './test-flow.ts'
import { addClient, ORIGIN, openTestDatabase, SECRET, testApp, testClock } from './test-service.ts'

const clock = testClock()
let database: Database
let app: Hono<AppEnv>

beforeAll(async () => {
  database = await openTestDatabase()
  app = testApp(createAuth({ database, now: clock.now }))
  await addClient(database, 'web')
})

const web = { client_id: 'web', client_secret: SECRET }

describe('metadata', () => {
  it('[A1.b] names what there is, at the origin it is asked at or the configured one', async () => {
    const path = '/.well-known/oauth-authorization-server'
    const metadata = (await (await app.request(`${ORIGIN}${path}`)).json()) as Record<string, unknown>
    expect(metadata).toMatchObject({
      issuer: ORIGIN,
      authorization_endpoint: `${ORIGIN}/oauth/authorize`,
      token_endpoint: `${ORIGIN}/oauth/token`,
      jwks_uri: `${ORIGIN}/oauth/jwks`,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    })
    const oauth = { issuer: 'https://cms.example', authorizePath: '/a/authorize', tokenPath: '/a/token' }
    const other = testApp(createAuth({ database, now: clock.now, oauth }))
    expect(await (await other.request(`${ORIGIN}${path}`)).json()).toMatchObject({
      issuer: 'https://cms.example',
      authorization_endpoint: 'https://cms.example/a/authorize',
      token_endpoint: 'https://cms.example/a/token',
    })
  })

  it('[RT:oauth.4] tokens are given at the configured path and nowhere else', async () => {
    const oauth = { authorizePath: '/a/authorize', tokenPath: '/a/token' }
    const other = testApp(createAuth({ database, now: clock.now, oauth }))
    const body = () => new URLSearchParams({ ...web, grant_type: 'refresh_token', refresh_token: 'x' })
    const ask = (path: string) => other.request(`${ORIGIN}${path}`, { method: 'POST', body: body() })
    expect(await (await ask('/a/token')).json()).toMatchObject({ error: 'invalid_grant' })
    expect((await ask('/oauth/token')).status).toBe(401)
  })

  it('[A1.c] keys are public and have nothing private', async () => {
    const response = await app.request(`${ORIGIN}/oauth/jwks`)
    const { keys } = (await response.json()) as { keys: Fields[] }
    expect(Object.keys(keys[0] ?? {}).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
    expect(keys[0]).toMatchObject({ kty: 'RSA', alg: 'RS512', use: 'sig' })
  })
})
