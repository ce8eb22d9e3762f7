import * as client from 'openid-client'
import { describe, expect, it } from 'vitest'
import type { OwnDevice, OwnSession } from '../../shared/account.ts'
import { service } from '../harness/service.ts'
import { word } from './client.ts'
import { discovered, isGood, newClient } from './oauth-flow.ts'
import { forgetful } from './recovered-link.ts'
import { type BrowserSession, signIn } from './session.ts'

async function pairing(members: { readonly isFirstParty?: boolean } = {}) {
  const registered = await newClient({ type: '2', pairs_devices: true, ...members })
  const config = await discovered(registered)
  const browser = await signIn(await forgetful())
  return { registered, config, browser }
}

const sent = (browser: BrowserSession, method: string, path: string, body?: object) =>
  browser.send(`/api/v2/auth${path}`, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })

async function devicesOf(browser: BrowserSession): Promise<readonly OwnDevice[]> {
  const response = await sent(browser, 'GET', '/devices')
  return ((await response.json()) as { devices: readonly OwnDevice[] }).devices
}

describe('a device that shows a code', () => {
  it('[A3.i] [AUTH24] is paired through a library of the protocol, refreshes, and is unpaired', async () => {
    const { registered, config, browser } = await pairing()
    expect(config.serverMetadata()).toMatchObject({
      device_authorization_endpoint: `${service().url}/oauth/device_authorization`,
      grant_types_supported: expect.arrayContaining(['urn:ietf:params:oauth:grant-type:device_code']),
    })
    const codes = await client.initiateDeviceAuthorization(config, { scope: 'read write' })
    expect(codes).toMatchObject({ verification_uri: `${service().url}/pair`, expires_in: 600, interval: 5 })
    const polling = client.pollDeviceAuthorizationGrant(config, { ...codes, interval: 1 })
    const request = await sent(browser, 'POST', '/devices/look-up', { userCode: codes.user_code })
    expect(await request.json()).toMatchObject({
      client: { clientId: registered.id, name: registered.id, isFirstParty: true },
      scope: 'read write',
    })
    const name = word()
    const paired = await sent(browser, 'POST', '/devices/pair', { userCode: codes.user_code, name })
    expect(paired.status).toBe(201)
    const tokens = await polling
    expect(await isGood(tokens.access_token)).toBe(true)
    const [device, ...others] = await devicesOf(browser)
    expect([device, others]).toMatchObject([{ name, client: { clientId: registered.id }, scope: 'read write' }, []])
    const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '')
    expect(await isGood(refreshed.access_token)).toBe(true)

    expect((await sent(browser, 'DELETE', `/devices/${device?.id}`)).status).toBe(204)
    expect([await isGood(refreshed.access_token), await devicesOf(browser)]).toEqual([false, []])
    await expect(client.refreshTokenGrant(config, refreshed.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })

  it('[A3.i] is told when its user denies it', async () => {
    const { config, browser } = await pairing({ isFirstParty: false })
    const codes = await client.initiateDeviceAuthorization(config, {})
    const denied = await sent(browser, 'POST', '/devices/pair', { userCode: codes.user_code, allow: false })
    expect(denied.status).toBe(204)
    await expect(client.pollDeviceAuthorizationGrant(config, { ...codes, interval: 1 })).rejects.toMatchObject({
      error: 'access_denied',
    })
    expect(await devicesOf(browser)).toEqual([])
  })

  it('[A3.i] waits as long as it is told when it polls too fast', async () => {
    const { registered, config } = await pairing()
    const { device_code } = await client.initiateDeviceAuthorization(config, {})
    const poll = async () => {
      const form = new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        client_id: registered.id,
        device_code,
      })
      const response = await fetch(`${service().url}/oauth/token`, { method: 'POST', body: form })
      return [response.status, ((await response.json()) as { error: string }).error]
    }
    expect([await poll(), await poll()]).toEqual([
      [400, 'authorization_pending'],
      [400, 'slow_down'],
    ])
  })

  it('[A3.i] is among the sessions of its user, who ends it there as well', async () => {
    const { config, browser } = await pairing()
    const codes = await client.initiateDeviceAuthorization(config, {})
    await sent(browser, 'POST', '/devices/pair', { userCode: codes.user_code, name: 'Kitchen' })
    const tokens = await client.pollDeviceAuthorizationGrant(config, { ...codes, interval: 1 })
    const { sessions } = (await (await sent(browser, 'GET', '/sessions')).json()) as { sessions: readonly OwnSession[] }
    const session = sessions.find(({ device }) => device?.name === 'Kitchen')
    expect((await sent(browser, 'DELETE', `/sessions/${session?.id}`)).status).toBe(204)
    expect([await isGood(tokens.access_token), await devicesOf(browser)]).toEqual([false, []])
  })

  it('[A3.i] is of a client that was let pair devices', async () => {
    const registered = await newClient({ type: '2' })
    const config = await discovered(registered)
    await expect(client.initiateDeviceAuthorization(config, {})).rejects.toMatchObject({ error: 'unauthorized_client' })
  })
})
