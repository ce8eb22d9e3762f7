import type { CDPSession } from 'playwright/test'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { codeOf } from '../harness/authenticator.ts'
import { ADMIN, CREDENTIALS } from '../harness/credentials.ts'
import { dataFolder } from '../harness/data-folder.ts'
import { type RunningServer, startServer } from '../harness/servers.ts'
import { allow, check, open } from './browser.ts'
import { doubledIds, faintTexts, isTooWide, nameless } from './inspect.ts'

type Page = Awaited<ReturnType<typeof open>>

let server: RunningServer
/** Passkeys belong to a host that has a name. */
let url: string

beforeAll(async () => {
  server = await startServer('node', { ...CREDENTIALS, DATA_DIR: await dataFolder(), DEMO: 'false' })
  url = server.url.replace('127.0.0.1', 'localhost')
})
afterAll(() => server.stop())

/** An authenticator of the page's browser that knows its person by a finger, until it is told otherwise. */
async function authenticator(page: Page) {
  const devtools: CDPSession = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Whether anybody is there to touch it. */
    attended: (enabled: boolean) =>
      devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    verifies: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    credentials: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  }
}

/** Looks at a page that has no authenticator: the session that reads its names would end one. */
async function looksSound(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await check(page.locator(`html[data-theme="${colorScheme}"]`)).toBeVisible()
    const found = [await nameless(page), await doubledIds(page), await faintTexts(page), await isTooWide(page)]
    check(found, colorScheme).toEqual([[], [], [], false])
  }
}

async function leave(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account of' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

async function signOut(page: Page): Promise<void> {
  await leave(page)
  await check(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
}

const passkeys = (page: Page) => page.getByRole('list', { name: 'Passkeys' })
const account = (page: Page) => page.getByRole('heading', { name: 'Account', exact: true })

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Current password').fill(ADMIN.password)
  await page.keyboard.press('Enter')
}

/** The section and its dialogs, in another tab. */
async function looksSoundElsewhere(page: Page): Promise<void> {
  const other = await page.context().newPage()
  await other.goto('/account#passkeys')
  await check(passkeys(other)).toContainText('Laptop')
  await looksSound(other)
  for (const button of ['Add a passkey', 'Rename Laptop', 'Remove Laptop']) {
    await other.getByRole('button', { name: button }).click()
    await check(other.getByRole('dialog')).toBeVisible()
    await looksSound(other)
    await other.keyboard.press('Escape')
    await check(other.getByRole('dialog')).toBeHidden()
  }
  await other.close()
}

describe('passkeys', () => {
  it('[AUTH22] are not begun without a name, and begun anew when the service refuses what was made', async () => {
    const page = await open('/account#passkeys', { url })
    allow(page, 422)
    const device = await authenticator(page)
    await addPasskey(page, '   ')
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
    await check(dialog.getByRole('alert')).toContainText('Give it a name.')
    check(await device.credentials()).toEqual([])
    const errors = [{ status: '422', code: 'VALIDATION', title: 'Not valid', detail: 'It came too late. Begin anew.' }]
    await page.route('**/passkeys/register', (route) => route.fulfill({ status: 422, json: { errors } }))
    await dialog.getByLabel('Name').fill('Laptop')
    await page.keyboard.press('Enter')
    await check(dialog.getByRole('alert')).toContainText('It came too late.')
    await check(dialog.getByLabel('Name')).toHaveValue('Laptop')
    await check(dialog.getByLabel('Current password')).toBeVisible()
  }, 60_000)

  it('[AUTH22] [A2.a] that were removed are asked for once by the sign-in page, not in a loop', async () => {
    const page = await open('/account#passkeys', { url })
    allow(page, 401)
    const device = await authenticator(page)
    await addPasskey(page, 'Lost')
    await check(passkeys(page)).toContainText('Lost')
    const [kept] = await device.credentials()
    // as a device that heard nothing of the removal
    await page.evaluate(() => Reflect.deleteProperty(PublicKeyCredential, 'signalUnknownCredential'))
    await page.getByRole('button', { name: 'Remove Lost' }).click()
    await page.getByRole('dialog').getByLabel('Current password').fill(ADMIN.password)
    await page.keyboard.press('Enter')
    await check(page.getByText('None. A passkey signs you in')).toBeVisible()
    check(await device.credentials()).toMatchObject([{ credentialId: kept?.credentialId }])
    let tries = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/passkeys/sign-in')) tries += 1
    })
    const refused = page.waitForResponse((response) => response.url().endsWith('/passkeys/sign-in'))
    await leave(page)
    const answer = await refused
    check(answer.status()).toBe(401)
    check(await answer.json()).toMatchObject({ errors: [{ source: { pointer: '/credential/id' } }] })
    await check(page.getByRole('alert')).toContainText('The passkey is not known here')
    await page.waitForTimeout(3_000)
    check(tries).toBe(1)
  }, 60_000)

  it('[AUTH22] that were removed are dropped by a browser that can have its devices do so', async () => {
    const page = await open('/account#passkeys', { url })
    allow(page, 401)
    await authenticator(page)
    await addPasskey(page, 'Lost')
    await check(passkeys(page)).toContainText('Lost')
    const dropped: unknown[] = []
    await page.exposeFunction('heard', (options: unknown) => dropped.push(options))
    await page.evaluate(() => {
      const { heard } = window as unknown as { heard: (options: unknown) => void }
      const value = async (options: unknown) => heard(options)
      Object.defineProperty(PublicKeyCredential, 'signalUnknownCredential', { configurable: true, value })
    })
    await page.getByRole('button', { name: 'Remove Lost' }).click()
    await page.getByRole('dialog').getByLabel('Current password').fill(ADMIN.password)
    await page.keyboard.press('Enter')
    await check(page.getByText('None. A passkey signs you in')).toBeVisible()
    await check.poll(() => dropped).toEqual([{ rpId: 'localhost', credentialId: check.any(String) }])
    await leave(page)
    await check.poll(() => dropped).toHaveLength(2)
    check(dropped[1]).toEqual(dropped[0])
  }, 60_000)

  it('[AUTH22] [A3.a] are added, sign in alone and after the password, are renamed and removed', async () => {
    const page = await open('/account#passkeys', { url })
    allow(page, 401, 422)
    const device = await authenticator(page)
    await check(page.getByText('None. A passkey signs you in')).toBeVisible()
    await addPasskey(page, 'Laptop')
    await check(passkeys(page)).toContainText('Laptop')
    await check(passkeys(page)).toContainText('not used yet')
    check(await device.credentials()).toHaveLength(1)

    // the device holds one already
    await addPasskey(page, 'Another')
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
    await check(dialog.getByRole('alert')).toContainText('This device holds a passkey of yours already.')
    await page.keyboard.press('Escape')

    // where the user name is filled in: this device answers as soon as the page asks
    const filledIn = page.waitForResponse((response) => response.url().endsWith('/passkeys/sign-in'))
    await leave(page)
    check((await filledIn).status()).toBe(200)
    await check(account(page)).toBeVisible()

    // or whoever is there answers what the user name's field asks, before the button is pressed
    await page.evaluate(() => {
      const value = async () => false
      Object.defineProperty(PublicKeyCredential, 'isConditionalMediationAvailable', { configurable: true, value })
    })
    await signOut(page)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await check(account(page)).toBeVisible()

    const session = page.context().request
    const post = async (path: string, data: object) => {
      const response = await session.post(`${url}/api/v2/auth/${path}`, { headers: { origin: url }, data })
      return (await response.json()) as Record<string, string>
    }
    const { secret = '' } = await post('totp/enrol', { currentPassword: ADMIN.password })
    const { recoveryCodes } = await post('totp/confirm', { otp: codeOf(secret) })
    const [one = ''] = recoveryCodes as unknown as string[]
    await device.attended(false)
    await signOut(page)
    await page.getByLabel('User name').fill(ADMIN.email)
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
    await page.keyboard.press('Enter')
    await check(page.getByLabel('One-time code')).toBeVisible()
    await device.attended(true)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await check(account(page)).toBeVisible()

    await page.goto('/account#passkeys')
    await looksSoundElsewhere(page)
    await page.getByRole('button', { name: 'Rename Laptop' }).click()
    await page.getByRole('dialog', { name: 'Rename passkey' }).getByLabel('Name', { exact: true }).fill('Key ring')
    await page.keyboard.press('Enter')
    await check(passkeys(page)).toContainText('Key ring')
    await check(passkeys(page)).toContainText('last used just now')
    await page.getByRole('button', { name: 'Remove Key ring' }).click()
    const removal = page.getByRole('dialog', { name: 'Remove passkey' })
    await removal.getByLabel('Current password').fill('not the password')
    await page.keyboard.press('Enter')
    await check(removal.getByRole('alert')).toContainText('The current password is not right.')
    await removal.getByLabel('Current password').fill(ADMIN.password)
    await page.keyboard.press('Enter')
    await removal.getByLabel('One-time code').fill(one)
    await page.keyboard.press('Enter')
    await check(page.getByText('None. A passkey signs you in')).toBeVisible()

    // the browser has the device drop it
    await check.poll(device.credentials).toEqual([])
  }, 120_000)

  it('are offered at the sign-in where the address has a name', async () => {
    const page = await open('/login', { url, anonymous: true })
    allow(page, 401)
    await check(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
    await check(page.getByLabel('User name')).toHaveAttribute('autocomplete', 'username webauthn')
    await looksSound(page)
    const byNumber = await open('/login', { url: server.url, anonymous: true })
    allow(byNumber, 401)
    await check(byNumber.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
    await check(byNumber.getByRole('button', { name: 'Sign in with a passkey' })).toBeHidden()
  })
})
