import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as client from 'openid-client'
import { describe, expect, it } from 'vitest'
import { handleHash } from '../../server/auth/handle.ts'
import { openPg } from '../../server/db/pg.ts'
import { service } from '../harness/service.ts'
import { authorized, CALLBACK, discovered, isGood, newClient, signedInBrowser, traded } from './oauth-flow.ts'

const { url } = service()
const refusal = (error: string) => expect.objectContaining({ error })
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${url}${path}`, { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' })

describe('a client library that nobody told more than the issuer', () => {
  it('[A1.b] [VER:token-server] finds the endpoints', async () => {
    const metadata = (await discovered(await newClient({ type: '2' }))).serverMetadata()
    expect(metadata.issuer).toBe(url)
    expect(metadata.token_endpoint).toBe(`${url}/oauth/token`)
    const { keys } = (await (await fetch(String(metadata.jwks_uri))).json()) as { keys: { alg: string }[] }
    expect(keys[0]).toMatchObject({ kty: 'RSA', alg: 'RS512' })
  })

  it('[A1.d] [A1.a] [RT:oauth.3] [SYS8] [VER:token-server] signs a user in by code with PKCE and refreshes', async () => {
    const config = await discovered(await newClient({ type: '2' }))
    const first = await traded(config, await authorized(config))
    expect([first.token_type, first.expires_in, first.scope]).toEqual(['bearer', 3600, 'read write'])
    expect(await isGood(first.access_token)).toBe(true)
    const second = await client.refreshTokenGrant(config, first.refresh_token ?? '')
    expect(second.access_token).not.toBe(first.access_token)
    expect(await isGood(second.access_token)).toBe(true)
    const again = await client.refreshTokenGrant(config, first.refresh_token ?? '')
    expect([again.access_token, again.refresh_token]).toEqual([second.access_token, second.refresh_token])
  })

  it.skipIf(service().databaseUrl === null)(
    '[A1.e] [AUTH3] gets handles of which the server keeps the hash and a JWT that its public keys verify',
    async () => {
      const config = await discovered(await newClient({ type: '2' }))
      const { access_token } = await traded(config, await authorized(config))
      const database = openPg(service().databaseUrl ?? '')
      const text = 'select jwt from auth_tokens where handle_hash = $1'
      const [row] = await database.read({ text, values: [await handleHash(access_token)] })
      await database.close()
      const keys = createRemoteJWKSet(new URL(`${url}/oauth/jwks`))
      const expected = { algorithms: ['RS512'], issuer: url, audience: url, typ: 'at+jwt' }
      const { payload } = await jwtVerify(row?.[0] ?? '', keys, expected)
      expect(payload).toMatchObject({ scope: 'read write', sub: expect.any(String), exp: expect.any(Number) })
    },
  )

  it('[A1.c] [VER:token-server] asks about tokens and revokes them', async () => {
    const registered = await newClient({ type: '1' })
    const config = await discovered(registered)
    const { access_token, refresh_token = '' } = await traded(config, await authorized(config))
    expect(await client.tokenIntrospection(config, access_token)).toMatchObject({
      active: true,
      client_id: registered.id,
      scope: 'read write',
      iss: url,
    })
    await client.tokenRevocation(config, refresh_token)
    expect(await client.tokenIntrospection(config, access_token)).toEqual({ active: false })
    expect(await isGood(access_token)).toBe(false)
  })

  it('[A1.a] refuses an answer of another issuer, of another state, or without issuer', async () => {
    const config = await discovered(await newClient({ type: '2' }))
    for (const change of [{ iss: 'https://evil.example' }, { state: 'else' }, { iss: null }]) {
      const authorization = await authorized(config)
      for (const [name, value] of Object.entries(change)) {
        if (value === null) authorization.url.searchParams.delete(name)
        else authorization.url.searchParams.set(name, value)
      }
      await expect(traded(config, authorization)).rejects.toThrow()
    }
  })
})

describe('the authorization server refuses', () => {
  it('[A1.g] a code that is used twice, and ends what came of it', async () => {
    const config = await discovered(await newClient({ type: '2' }))
    const authorization = await authorized(config)
    const { access_token, refresh_token = '' } = await traded(config, authorization)
    await expect(traded(config, authorization)).rejects.toEqual(refusal('invalid_grant'))
    expect(await isGood(access_token)).toBe(false)
    await expect(client.refreshTokenGrant(config, refresh_token)).rejects.toEqual(refusal('invalid_grant'))
  })

  it('[A1.d] a code of another client, a wrong or missing verifier, and one that takes PKCE away', async () => {
    const [config, other] = await Promise.all([
      newClient({ type: '1' }).then(discovered),
      newClient({ type: '1' }).then(discovered),
    ])
    const authorization = await authorized(config)
    await expect(traded(other, authorization)).rejects.toEqual(refusal('invalid_grant'))
    const wrong = { ...authorization, verifier: client.randomPKCECodeVerifier() }
    await expect(traded(config, wrong)).rejects.toEqual(refusal('invalid_grant'))
    const none = client.authorizationCodeGrant(config, authorization.url, { expectedState: authorization.state })
    await expect(none).rejects.toEqual(refusal('invalid_grant'))
    await traded(config, authorization)

    const { cookie } = await signedInBrowser()
    const plain = client.buildAuthorizationUrl(config, { redirect_uri: CALLBACK, state: 's' })
    const led = await fetch(plain, { headers: { cookie }, redirect: 'manual' })
    const without = { url: new URL(led.headers.get('location') ?? ''), state: 's', verifier: authorization.verifier }
    await expect(traded(config, without)).rejects.toEqual(refusal('invalid_grant'))
  })

  it('[A1.a] to lead anywhere that was not registered', async () => {
    const config = await discovered(await newClient({ type: '2' }))
    const { cookie } = await signedInBrowser()
    for (const redirect_uri of [
      'https://evil.example/',
      `${CALLBACK}/`,
      `${CALLBACK}?x=1`,
      'HTTPS://app.example/callback',
    ]) {
      const asked = client.buildAuthorizationUrl(config, { redirect_uri, state: 's' })
      const response = await fetch(asked, { headers: { cookie }, redirect: 'manual' })
      expect([response.status, response.headers.get('location')]).toEqual([400, null])
      expect(response.headers.get('content-type')).toContain('text/html')
    }
  })

  it('[A1.d] [X34] public clients without PKCE, and plain challenges', async () => {
    const config = await discovered(await newClient({ type: '2' }))
    for (const change of [{ code_challenge_method: 'plain' }, { code_challenge: '' }]) {
      const { url: led } = await authorized(config, change)
      expect([led.searchParams.get('error'), led.searchParams.get('iss')]).toEqual(['invalid_request', url])
    }
  })

  it('[A1] tokens and secrets in an address', async () => {
    const { id, secret } = await newClient({ type: '1' })
    const response = await post(`/oauth/token?client_secret=${secret}`, { client_id: id, grant_type: 'refresh_token' })
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ error: 'invalid_request' }),
    ])
    expect((await fetch(`${url}/api/v1/me?access_token=x`)).status).toBe(400)
  })

  it('[A1.f] the password of a user to any client but a service', async () => {
    const { id, secret } = await newClient({ type: '1' })
    const fields = { grant_type: 'password', client_id: id, client_secret: secret ?? '', username: 'x', password: 'y' }
    expect(await (await post('/oauth/token', fields)).json()).toMatchObject({ error: 'unauthorized_client' })
  })
})

describe('a person', () => {
  it('[AUTH4] [AUTH5] who is not signed in is led to the sign-in and back', async () => {
    const config = await discovered(await newClient({ type: '2' }))
    const asked = client.buildAuthorizationUrl(config, { redirect_uri: CALLBACK, state: 's' })
    asked.searchParams.set('code_challenge', 'x'.repeat(43))
    asked.searchParams.set('code_challenge_method', 'S256')
    const response = await fetch(asked, { redirect: 'manual' })
    const led = new URL(response.headers.get('location') ?? '', url)
    expect([response.status, led.pathname, led.searchParams.get('next')]).toEqual([
      303,
      '/login',
      `${asked.pathname}${asked.search}`,
    ])
  })

  it('[AUTH5] [A1.d] is asked about an application that is not the house’s own, once, and takes it back', async () => {
    const registered = await newClient({ type: '2', isFirstParty: false })
    const config = await discovered(registered)
    const { cookie, send } = await signedInBrowser()
    const asked = client.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      state: 's',
      scope: 'read',
      code_challenge: await client.calculatePKCECodeChallenge('v'.repeat(43)),
      code_challenge_method: 'S256',
    })
    const page = await fetch(asked, { headers: { cookie }, redirect: 'manual' })
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    const ticket = /name="ticket" value="([^"]+)"/.exec(await page.text())?.[1] ?? ''
    const form = { ticket, decision: 'allow' }
    expect((await post('/oauth/authorize', form, { cookie, origin: 'https://evil.example' })).status).toBe(403)
    const allowed = await post('/oauth/authorize', form, { cookie, origin: url })
    expect(allowed.status).toBe(303)
    const led = { url: new URL(allowed.headers.get('location') ?? ''), state: 's', verifier: 'v'.repeat(43) }
    const { access_token, scope } = await traded(config, led)
    expect([scope, await isGood(access_token)]).toEqual(['read', true])
    const write = await fetch(`${url}/api/v1/movies`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/vnd.api+json' },
      body: '{}',
    })
    expect([write.status, write.headers.get('www-authenticate')]).toEqual([
      403,
      expect.stringContaining('error="insufficient_scope"'),
    ])
    expect((await fetch(asked, { headers: { cookie }, redirect: 'manual' })).status).toBe(303)
    expect((await send(`/api/v2/auth/consents/${registered.id}`, { method: 'DELETE' })).status).toBe(204)
    expect(await isGood(access_token)).toBe(false)
    expect((await fetch(asked, { headers: { cookie }, redirect: 'manual' })).status).toBe(200)
  })
})
