import { describe, it } from 'vitest'
import { word } from '../http/client.ts'
import { forgetful, linkIn, mailed } from '../http/recovered-link.ts'
import { signIn } from '../http/session.ts'
import { allow, check, open } from './browser.ts'
import { doubledIds, faintTexts, isTooWide, nameless } from './inspect.ts'

type Page = Awaited<ReturnType<typeof open>>

/** Names, contrast and width of a card in both themes. */
async function looksSound(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await check(page.locator(`html[data-theme="${colorScheme}"]`)).toBeVisible()
    const found = {
      nameless: await nameless(page),
      doubledIds: await doubledIds(page),
      faintTexts: await faintTexts(page),
      isTooWide: await isTooWide(page),
      headings: await page.getByRole('heading', { level: 1 }).count(),
    }
    check(found, colorScheme).toEqual({ nameless: [], doubledIds: [], faintTexts: [], isTooWide: false, headings: 1 })
  }
}

const newPasswordOf = (page: Page) => page.getByLabel('New password', { exact: true })

describe('a forgotten password', () => {
  it('[SYS9] [A4] [A3.c] [A3.e] is recovered by the link that was mailed, with the keyboard alone', async () => {
    const user = await forgetful()
    const page = await open('/login', { anonymous: true })
    allow(page, 401, 422)
    await page.getByRole('link', { name: 'Forgot password?' }).press('Enter')
    await check(page.getByLabel('User name or e-mail address')).toBeFocused()
    await looksSound(page)
    await page.keyboard.type(user.username)
    await page.keyboard.press('Enter')
    await check(page.getByText('a link is on its way')).toBeVisible()
    await looksSound(page)

    const [mail] = await mailed(user.email)
    const { pathname, hash } = linkIn(mail ?? { from: '', to: [], subject: '', text: '' })
    await page.goto(`${pathname}${hash}`)
    await check(newPasswordOf(page)).toBeFocused()
    await looksSound(page)
    const password = word()
    await page.keyboard.type('short')
    await page.keyboard.press('Enter')
    await check(newPasswordOf(page)).toBeVisible()
    await newPasswordOf(page).fill(password)
    await page.keyboard.press('Enter')
    await check(page.getByRole('heading', { name: 'Your password is set' })).toBeVisible()
    await looksSound(page)
    await page.getByRole('link', { name: 'Sign in' }).press('Enter')
    await page.getByLabel('User name').fill(user.username)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await check(page.getByRole('button', { name: 'Account of' })).toBeVisible()

    await page.goto(`${pathname}${hash}`)
    await check(page.getByRole('heading', { name: 'This link works no more' })).toBeVisible()
    await looksSound(page)
    await page.getByRole('link', { name: 'Ask for a new link' }).click()
    await check(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  })

  it('[A2.a] says how long to wait after too many requests', async () => {
    const page = await open('/forgot-password', { anonymous: true })
    allow(page, 401, 429)
    const name = word()
    for (let round = 0; round < 6; round++) {
      await page.request.post('/api/v2/auth/forgot-password', { data: { username: name } })
    }
    await page.getByLabel('User name or e-mail address').fill(name)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await check(page.getByRole('alert')).toContainText(/Try again in \d+ seconds/)
    await looksSound(page)
  })
})

describe('the account page', () => {
  it('[RT:update-password] changes the password and stays signed in', async () => {
    const user = await forgetful()
    const page = await open('/', { user })
    allow(page, 422)
    await page.getByRole('button', { name: 'Account of' }).click()
    await page.getByRole('menuitem', { name: 'Account' }).click()
    await page.getByRole('button', { name: 'Change password' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change password' })
    const current = dialog.getByLabel('Current password')
    await check(current).toBeFocused()
    const password = word()
    await current.fill('not the password')
    await dialog.getByLabel('New password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await check(dialog.getByRole('alert')).toContainText('The current password is not right.')
    await current.fill(user.password)
    await page.keyboard.press('Enter')
    await check(dialog).toBeHidden()
    await check(page.getByText('Your password is changed.')).toBeVisible()
    await page.reload()
    await check(page.getByRole('button', { name: 'Account of' })).toBeVisible()
    await signIn({ ...user, password })
  })
})
