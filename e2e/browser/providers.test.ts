import { afterAll, beforeAll, describe, it } from 'vitest'
import { codeOf } from '../harness/authenticator.ts'
import { newVisitor } from '../harness/cookie-jar.ts'
import { ADMIN, CREDENTIALS } from '../harness/credentials.ts'
import { dataFolder } from '../harness/data-folder.ts'
import { OPENID_CLIENT, type OpenIdProvider, startOpenIdProvider } from '../harness/openid-provider.ts'
import { type RunningServer, startServer } from '../harness/servers.ts'
import { word } from '../http/client.ts'
import { allow, type Credentials, check, open } from './browser.ts'
import { doubledIds, faintTexts, isTooWide, nameless } from './inspect.ts'

type Page = Awaited<ReturnType<typeof open>>

let provider: OpenIdProvider
let server: RunningServer

beforeAll(async () => {
  provider = await startOpenIdProvider()
  const acme = { key: 'acme', name: 'Acme', issuer: provider.issuer, ...OPENID_CLIENT }
  const settings = { ...CREDENTIALS, DEMO: 'false', SIGN_IN_PROVIDERS: JSON.stringify([acme]) }
  server = await startServer('node', { ...settings, DATA_DIR: await dataFolder() })
  provider.allow(`${server.url}/api/v2/auth/providers/acme/callback`)
})
afterAll(async () => {
  await server?.stop()
  await provider?.stop()
})

async function newUser(): Promise<Credentials> {
  const visitor = newVisitor()
  const user = { username: word().slice(0, 20).toLowerCase(), password: word() }
  await visitor.post(`${server.url}/api/v2/auth/login`, { username: ADMIN.email, password: ADMIN.password })
  const response = await visitor.post(`${server.url}/api/v1/users`, { users: [{ ...user, name: user.username }] })
  if (response.status !== 201) throw new Error(await response.text())
  provider.people.set(user.username, { email: `${user.username}@acme.example`, email_verified: true })
  return user
}

/** Its pages look for a font elsewhere, which is not there in a test. */
async function signInAtProvider(page: Page, login: string): Promise<void> {
  await check(page).toHaveURL(new RegExp(`^${provider.issuer}/interaction/`))
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('x')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

async function looksSound(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await check(page.locator(`html[data-theme="${colorScheme}"]`)).toBeVisible()
    for (const width of [1440, 1024]) {
      await page.setViewportSize({ width, height: 900 })
      const found = [await nameless(page), await doubledIds(page), await faintTexts(page), await isTooWide(page)]
      check(found, `${colorScheme}, ${width} wide`).toEqual([[], [], [], false])
    }
  }
}

const account = (page: Page) => page.getByRole('region', { name: 'Linked accounts' })
const button = (page: Page) => page.getByRole('link', { name: 'Sign in with Acme' })

describe('[A6] an account at a provider', () => {
  it('is linked on the account page, signs in from then on, and is unlinked', async () => {
    const user = await newUser()
    const page = await open('/account', { url: server.url, user })
    allow(page, 404, 422, 'unreachable')
    await check(account(page).getByRole('button')).toHaveCount(1)
    await looksSound(page)
    await account(page).getByRole('button', { name: 'Link Acme' }).click()
    const dialog = page.getByRole('dialog', { name: 'Link Acme' })
    await check(dialog.getByLabel('Current password')).toBeFocused()
    await page.keyboard.type('not the password')
    await page.keyboard.press('Enter')
    await check(dialog.getByRole('alert')).toContainText('The current password is not right.')
    await looksSound(page)
    await dialog.getByLabel('Current password').fill(user.password)
    await page.keyboard.press('Enter')
    await signInAtProvider(page, user.username)
    await check(page).toHaveURL(`${server.url}/account#linked-accounts`)
    await check(page.getByText('The account is linked')).toBeVisible()
    await check(account(page).getByRole('listitem')).toContainText(`Acme ${user.username}@acme.example`)
    await looksSound(page)

    const other = await open('/account', { url: server.url, anonymous: true })
    allow(other, 401, 404, 'unreachable')
    await check(button(other)).toBeVisible()
    await looksSound(other)
    await button(other).click()
    await signInAtProvider(other, user.username)
    await check(other).toHaveURL(`${server.url}/account`)
    await check(other.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible()

    await account(other).getByRole('button', { name: `Unlink Acme` }).click()
    await other.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
    await check(other.getByText('Acme is unlinked.')).toBeVisible()
    await check(account(other).getByRole('listitem')).toHaveCount(0)
  })

  it('of nobody here leads back to the sign-in page, which says so', async () => {
    const page = await open('/account', { url: server.url, anonymous: true })
    allow(page, 401, 404, 'unreachable')
    await button(page).press('Enter')
    await signInAtProvider(page, word())
    await check(page.getByRole('alert')).toContainText('Nobody here is linked to that account.')
    await looksSound(page)
    // and the password still leads on to where one wanted to go
    const user = await newUser()
    await page.getByLabel('User name').fill(user.username)
    await page.getByLabel('Password', { exact: true }).fill(user.password)
    await page.keyboard.press('Enter')
    await check(page).toHaveURL(`${server.url}/account`)
  })

  it('[A3.a] of a user with a second factor is asked for the code', async () => {
    const user = await newUser()
    const page = await open('/account', { url: server.url, user })
    allow(page, 404, 'unreachable')
    const headers = { origin: server.url }
    const data = { currentPassword: user.password }
    const enrol = await page.request.post('/api/v2/auth/totp/enrol', { headers, data })
    const { secret } = (await enrol.json()) as { secret: string }
    const at = Date.now()
    await page.request.post('/api/v2/auth/totp/confirm', { headers, data: { otp: codeOf(secret, at) } })
    await account(page).getByRole('button', { name: 'Link Acme' }).click()
    await page.getByLabel('Current password').fill(user.password)
    await page.keyboard.press('Enter')
    await signInAtProvider(page, user.username)
    await check(page.getByText('The account is linked')).toBeVisible()

    const other = await open('/account', { url: server.url, anonymous: true })
    allow(other, 401, 404, 'unreachable')
    await button(other).click()
    await signInAtProvider(other, user.username)
    await check(other.getByLabel('One-time code')).toBeFocused()
    await check(other).toHaveURL(`${server.url}/login?next=%2Faccount`)
    await looksSound(other)
    await other.keyboard.type(codeOf(secret, at, 1))
    await other.keyboard.press('Enter')
    await check(other).toHaveURL(`${server.url}/account`)
  })
})

it('[A6] the sign-in page shows nothing of providers where there are none', async () => {
  const page = await open('/login', { anonymous: true })
  allow(page, 401)
  const told = page.waitForResponse('**/api/v2/auth/providers')
  await page.reload()
  await (await told).finished()
  await check(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await check(page.getByRole('link', { name: /^Sign in with/ })).toHaveCount(0)
})
