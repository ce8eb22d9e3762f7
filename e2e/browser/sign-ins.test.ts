import type { Page } from 'playwright/test'
import { describe, it } from 'vitest'
import { codeOf } from '../harness/authenticator.ts'
import { ADMIN } from '../harness/credentials.ts'
import { create, word } from '../http/client.ts'
import { type Forgetful, forgetful } from '../http/recovered-link.ts'
import { type BrowserSession, signIn } from '../http/session.ts'
import { allow, check, open } from './browser.ts'
import { openTab } from './form.ts'
import { doubledIds, faintTexts, isTooWide, nameless } from './inspect.ts'
import { someone } from './someone.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const rows = (page: Page) => section(page, 'Sessions').getByRole('listitem')
const toast = (page: Page, text: string) => page.getByText(text, { exact: true })

async function openSignIns(path: string): Promise<Page> {
  const page = await open(path)
  await openTab(page, 'Sign-ins')
  await check(section(page, 'Ways to sign in').getByText('Last sign-in')).toBeVisible()
  return page
}

async function looksSound(page: Page, shot: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1440, 1024]) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      await check(page.locator(`html[data-theme="${colorScheme}"]`)).toBeVisible()
      const found = [await nameless(page), await doubledIds(page), await faintTexts(page), await isTooWide(page)]
      check(found, `${colorScheme}, ${width} wide`).toEqual([[], [], [], false])
      if (process.env.SCREENSHOTS !== undefined) {
        await page.screenshot({ path: `${process.env.SCREENSHOTS}/${shot}-${colorScheme}-${width}.png` })
      }
    }
  }
}

/** Turns one-time codes on for a user. */
async function withFactor(session: BrowserSession, { password }: Forgetful): Promise<void> {
  const post = async (path: string, body: object) => {
    const response = await session.send(`/api/v2/auth/totp/${path}`, { method: 'POST', body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    return (await response.json()) as { readonly secret: string }
  }
  const { secret } = await post('enrol', { currentPassword: password })
  await post('confirm', { otp: codeOf(secret) })
}

describe('sign-ins on the page of a user', () => {
  it('[P3.a] [CT:type] are listed for administrators, and ended one by one or all at once', async () => {
    const user = await forgetful()
    const [firefox, curl, third] = [await signIn(user), await signIn(user), await signIn(user)]
    const asFirefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
    await firefox.send('/user/me', { headers: { 'user-agent': asFirefox } })
    await curl.send('/user/me', { headers: { 'user-agent': 'curl/8.5.0' } })
    const page = await openSignIns(`/p/adm_user/${user.id}`)
    await check(rows(page)).toHaveCount(3)
    await check(section(page, 'Ways to sign in')).toContainText('just now')
    await looksSound(page, 'sign-ins')
    await page.getByRole('button', { name: 'Sign out Firefox on Windows' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click()
    await check(rows(page)).toHaveCount(2)
    check([(await firefox.send('/user/me')).status, (await curl.send('/user/me')).status]).toEqual([401, 200])
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await check(rows(page)).toHaveCount(2)
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await check(section(page, 'Sessions')).toContainText(`Nothing is signed in as Forgetful ${user.username}.`)
    check([(await curl.send('/user/me')).status, (await third.send('/user/me')).status]).toEqual([401, 401])
    await looksSound(page, 'sign-ins-empty')
  })

  it('[A3.g] [AUTH22] [AUTH23] lets administrators turn a second factor off, by a password of their own', async () => {
    const user = await forgetful()
    const session = await signIn(user)
    await withFactor(session, user)
    const page = await openSignIns(`/p/adm_user/${user.id}`)
    allow(page, 422)
    const ways = section(page, 'Ways to sign in')
    await check(ways).toContainText('On, 10 recovery codes left')
    await looksSound(page, 'sign-ins-factor')
    await ways.getByRole('button', { name: 'Turn off second factor' }).click()
    const dialog = page.getByRole('dialog', { name: 'Turn off second factor' })
    await check(dialog.getByLabel('Current password')).toBeFocused()
    await dialog.getByLabel('Current password').fill('not the password')
    await page.keyboard.press('Enter')
    await check(dialog.getByRole('alert')).toContainText('The current password is not right')
    await looksSound(page, 'sign-ins-dialog')
    await dialog.getByLabel('Current password').fill(ADMIN.password)
    await page.keyboard.press('Enter')
    await check(toast(page, `The second factor of Forgetful ${user.username} is off.`)).toBeVisible()
    await check(dialog).toBeHidden()
    await check(ways).not.toContainText('recovery codes')
    await check(section(page, 'Sessions')).toContainText('Nothing is signed in')
    check((await session.send('/user/me')).status).toBe(401)
    await signIn(user)
  })

  it('[P3.a] of one’s own keep this browser, and lead to the account for the rest', async () => {
    const username = word().slice(0, 20)
    const password = word()
    const name = `Root ${username}`
    const { _id } = await create('users', { username, name, password, is_administrator: true })
    const other = await signIn({ username, password })
    const page = await open(`/p/adm_user/${_id}`, { user: { username, password } })
    await openTab(page, 'Sign-ins')
    await check(rows(page)).toHaveCount(2)
    await check(rows(page).first()).toContainText('This browser')
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click()
    await check(rows(page)).toHaveCount(1)
    await check(page.getByRole('button', { name: 'Sign out everywhere' })).toHaveCount(0)
    check((await other.send('/user/me')).status).toBe(401)
  })

  it('[P3.a] say what went wrong, and load again', async () => {
    const user = await forgetful()
    const page = await open('/')
    allow(page, 503)
    let isDown = true
    await page.route('**/api/v2/auth/users/*/sessions', (route) =>
      isDown ? route.fulfill({ status: 503, json: { errors: [] } }) : route.fallback(),
    )
    await page.goto(`/p/adm_user/${user.id}`)
    await openTab(page, 'Sign-ins')
    await check(section(page, 'Sessions').getByRole('alert')).toBeVisible()
    await looksSound(page, 'sign-ins-error')
    isDown = false
    await section(page, 'Sessions').getByRole('button', { name: 'Try again' }).click()
    await check(section(page, 'Sessions')).toContainText('Nothing is signed in')
  })

  it('[P3.a] are not shown for a new user, for several, or to who is no administrator', async () => {
    const [one, other] = [await forgetful(), await forgetful()]
    const reader = await someone({ mediaType: 'users', write: true })
    for (const path of ['new', `${one.id},${other.id}`]) {
      const page = await open(`/p/adm_user/${path}`)
      await check(page.getByRole('textbox').first()).toBeVisible()
      await check(page.getByText('Sign-ins', { exact: true })).toHaveCount(0)
    }
    const page = await open(`/p/adm_user/${one.id}`, { user: reader })
    await check(page.getByRole('textbox').first()).toBeVisible()
    await check(page.getByText('Sign-ins', { exact: true })).toHaveCount(0)
  })
})
