import * as client from 'openid-client'
import type { Page } from 'playwright/test'
import { describe, it } from 'vitest'
import type { OwnSession } from '../../shared/account.ts'
import { discovered, newClient } from '../http/oauth-flow.ts'
import { forgetful } from '../http/recovered-link.ts'
import { signIn } from '../http/session.ts'
import { allow, check, open } from './browser.ts'
import { unseenFocus } from './inspect.ts'
import { looksSound } from './looks-sound.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

describe('the account page', () => {
  it('[D9.c] [D9.d] keeps name, address and language of the user', async () => {
    const user = await forgetful()
    const page = await open('/account', { user })
    const profile = section(page, 'Profile')
    await check(profile.getByLabel('E-mail address')).toHaveValue(user.email)
    await check(section(page, 'Second factor')).toContainText('Off.')
    await looksSound(page, 'profile')
    await profile.getByLabel('Name', { exact: true }).fill('Ada Example')
    await profile.getByLabel('Language').selectOption({ label: 'Deutsch' })
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await check(page.getByRole('button', { name: 'Account of Ada Example' })).toBeVisible()
    await page.reload()
    await check(profile.getByLabel('Name', { exact: true })).toHaveValue('Ada Example')
    await check(profile.getByLabel('Language')).toHaveValue('de')
  })

  it('[X44] asks for the password when the e-mail address changes', async () => {
    const user = await forgetful()
    const page = await open('/account', { user })
    allow(page, 422)
    const profile = section(page, 'Profile')
    await check(profile.getByLabel('Current password')).toHaveCount(0)
    const address = `moved-${user.email}`
    await profile.getByLabel('E-mail address').fill(address)
    await looksSound(page, 'profile-address')
    await profile.getByLabel('Current password').fill('not the password')
    await profile.getByRole('button', { name: 'Save profile' }).click()
    await check(profile.getByRole('alert')).toContainText('The current password is not right.')
    await profile.getByLabel('Current password').fill(user.password)
    await page.keyboard.press('Enter')
    await check(page.getByText('Your profile is saved.')).toBeVisible()
    await check(profile.getByLabel('Current password')).toHaveCount(0)
    await page.reload()
    await check(profile.getByLabel('E-mail address')).toHaveValue(address)
  })

  it('opens at the section that its address names', async () => {
    const page = await open('/account#second-factor', { user: await forgetful() })
    await check(section(page, 'Second factor')).toBeFocused()
    await check(page.getByRole('link', { name: 'Second factor' })).toHaveAttribute('aria-current', 'location')
    await page.getByRole('link', { name: 'Password' }).press('Enter')
    await check(page).toHaveURL(/\/account#password$/)
    await check(section(page, 'Password')).toBeFocused()
  })

  it('has a focus that is seen on every stop of Tab', async () => {
    const page = await open('/account', { user: await forgetful() })
    await check(section(page, 'Sessions').getByRole('listitem')).toHaveCount(1)
    check(await unseenFocus(page, 30)).toEqual([])
  })
})

describe('sessions on the account page', () => {
  it('[A3] are listed, and ended one by one or all at once', async () => {
    const user = await forgetful()
    const [firefox, curl] = [await signIn(user), await signIn(user)]
    const asFirefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
    await firefox.send('/user/me', { headers: { 'user-agent': asFirefox } })
    await curl.send('/user/me', { headers: { 'user-agent': 'curl/8.5.0' } })
    const page = await open('/account#sessions', { user })
    allow(page, 401)
    const rows = section(page, 'Sessions').getByRole('listitem')
    await check(rows).toHaveCount(3)
    await check(rows.first()).toContainText('This browser')
    await check(rows.first()).toContainText('Chrome')
    await looksSound(page, 'sessions')
    await page.getByRole('button', { name: 'Sign out Firefox on Windows' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click()
    await check(rows).toHaveCount(2)
    check((await firefox.send('/user/me')).status).toBe(401)
    check((await curl.send('/user/me')).status).toBe(200)
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click()
    await check(rows).toHaveCount(1)
    check((await curl.send('/user/me')).status).toBe(401)
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await check(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  })

  it('[A3] lead to the sign-in when somebody else ended the one of this browser', async () => {
    const user = await forgetful()
    const page = await open('/account', { user })
    allow(page, 401)
    await check(section(page, 'Sessions').getByRole('listitem')).toHaveCount(1)
    const other = await signIn(user)
    const { sessions } = (await (await other.send('/api/v2/auth/sessions')).json()) as { sessions: OwnSession[] }
    const here = sessions.find(({ isCurrent }) => !isCurrent)
    await other.send(`/api/v2/auth/sessions/${here?.id}`, { method: 'DELETE' })
    await page.getByRole('button', { name: 'Save profile' }).click()
    await check(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  })
})

describe('devices on the account page', () => {
  async function codesOf(name: string) {
    const registered = await newClient({ type: '2', pairs_devices: true, isFirstParty: false, name })
    const config = await discovered(registered)
    return { config, codes: await client.initiateDeviceAuthorization(config, { scope: 'read' }) }
  }

  it('[A3.i] [AUTH24] are paired by the code they show, listed, and unpaired', async () => {
    const { config, codes } = await codesOf('Telly')
    const user = await forgetful()
    const page = await open('/account#devices', { user })
    allow(page, 422)
    const devices = section(page, 'Devices')
    await check(devices).toBeFocused()
    await devices.getByLabel('Code that a device shows').fill('BCDF-GHJK')
    await page.keyboard.press('Enter')
    await check(page.getByRole('alert')).toContainText('The code is not right')
    await check(page.getByLabel('Code')).toBeFocused()
    await looksSound(page, 'pair-code')
    await page.getByLabel('Code').fill(codes.user_code.toLowerCase())
    await page.keyboard.press('Enter')
    await check(page.getByRole('heading', { name: 'Pair Telly?', level: 1 })).toBeVisible()
    await check(page.getByRole('listitem')).toHaveText(['Read what you may read'])
    await check(page.getByText(codes.user_code)).toBeVisible()
    await looksSound(page, 'pair-question')
    await page.getByLabel('Name of the device').fill('Living room')
    await page.keyboard.press('Enter')
    await check(page.getByRole('heading', { name: 'Living room is paired' })).toBeVisible()
    await looksSound(page, 'pair-done')
    const tokens = await client.pollDeviceAuthorizationGrant(config, { ...codes, interval: 1 })
    await page.getByRole('link', { name: 'Your devices' }).click()
    await check(devices.getByRole('listitem')).toContainText(/Living room.*Telly.*reads what you may read/)
    await check(section(page, 'Applications').getByRole('listitem')).toContainText('Telly')
    await check(section(page, 'Sessions').getByRole('listitem')).toHaveCount(2)
    await looksSound(page, 'devices')
    await page.getByRole('button', { name: 'Unpair Living room' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unpair' }).click()
    await check(devices.getByRole('listitem')).toHaveCount(0)
    await check(section(page, 'Sessions').getByRole('listitem')).toHaveCount(1)
    await check(client.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toThrow()
  })

  it('[A3.i] are denied, by a link that leads through the sign-in', async () => {
    const { config, codes } = await codesOf('Stranger')
    const user = await forgetful()
    const page = await open(`/pair?code=${codes.user_code}`, { anonymous: true })
    allow(page, 401)
    await page.getByLabel('User name').fill(user.username)
    await page.getByLabel('Password', { exact: true }).fill(user.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await check(page.getByRole('heading', { name: 'Pair Stranger?' })).toBeVisible()
    await page.getByRole('button', { name: 'Deny' }).click()
    await check(page.getByRole('heading', { name: 'Denied' })).toBeVisible()
    const answer = client.pollDeviceAuthorizationGrant(config, { ...codes, interval: 1 })
    await check(answer).rejects.toMatchObject({ error: 'access_denied' })
  })

  it('[AUTH5] may go with the application, when what it was allowed is withdrawn', async () => {
    const { config, codes } = await codesOf('Cutting room')
    const user = await forgetful()
    const browser = await signIn(user)
    const body = JSON.stringify({ userCode: codes.user_code })
    await browser.send('/api/v2/auth/devices/pair', { method: 'POST', body })
    await client.pollDeviceAuthorizationGrant(config, { ...codes, interval: 1 })
    const page = await open('/account#applications', { user })
    await page.getByRole('button', { name: 'Withdraw Cutting room' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
    await check(section(page, 'Applications')).toContainText('You have allowed no application')
    await check(section(page, 'Devices').getByRole('listitem')).toHaveCount(0)
  })
})
