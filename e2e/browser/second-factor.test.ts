import { readFile } from 'node:fs/promises'
import { describe, it } from 'vitest'
import { codeOf } from '../harness/authenticator.ts'
import { word } from '../http/client.ts'
import { forgetful } from '../http/recovered-link.ts'
import { allow, check, open } from './browser.ts'
import { doubledIds, faintTexts, isTooWide, nameless } from './inspect.ts'

type Page = Awaited<ReturnType<typeof open>>

async function choose(page: Page, entry: 'Account' | 'Sign out'): Promise<void> {
  await page.getByRole('button', { name: 'Account of' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** The account page, and one of its buttons. */
async function press(page: Page, button: string): Promise<void> {
  if (!new URL(page.url()).pathname.startsWith('/account')) await choose(page, 'Account')
  await page.getByRole('main').getByRole('button', { name: button }).click()
}

async function looksSound(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await check(page.locator(`html[data-theme="${colorScheme}"]`)).toBeVisible()
    const found = [await nameless(page), await doubledIds(page), await faintTexts(page), await isTooWide(page)]
    check(found, colorScheme).toEqual([[], [], [], false])
  }
}

describe('the second factor', () => {
  it('[A3.a] [A3.b] [A3.g] [A3.h] is set up, asked for and turned off in the pages', async () => {
    const user = await forgetful()
    const page = await open('/', { user })
    allow(page, 401, 422)
    await press(page, 'Set up second factor')
    const dialog = page.getByRole('dialog', { name: 'Second factor' })
    await dialog.getByLabel('Current password').fill(user.password)
    await page.keyboard.press('Enter')
    await check(dialog.getByRole('img', { name: 'QR code of the key' })).toBeVisible()
    await looksSound(page)
    const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
    await dialog.getByLabel('One-time code').fill('000000')
    await page.keyboard.press('Enter')
    await check(dialog.getByRole('alert')).toContainText('The code is not right')
    const at = Date.now()
    await dialog.getByLabel('One-time code').fill(codeOf(secret, at))
    await page.keyboard.press('Enter')
    await check(dialog.getByRole('listitem')).toHaveCount(10)
    await looksSound(page)
    const shown = await dialog.getByRole('listitem').allTextContents()
    // they are shown once: Escape does not take them away
    await page.keyboard.press('Escape')
    await check(dialog.getByRole('button', { name: 'Close' })).toHaveCount(0)
    await check(dialog.getByRole('listitem')).toHaveText(shown)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await dialog.getByRole('button', { name: 'Copy' }).click()
    await check(page.getByText('Copied.')).toBeVisible()
    check(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${shown.join('\n')}\n`)
    const saved = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download' }).click()
    const file = await saved
    check(file.suggestedFilename()).toBe('marquee-recovery-codes.txt')
    check(await readFile(await file.path(), 'utf8')).toBe(`${shown.join('\n')}\n`)
    await dialog.getByRole('button', { name: 'I have kept them' }).click()
    await check(page.getByRole('region', { name: 'Second factor' })).toContainText('On. 10 recovery codes are left.')

    await press(page, 'New recovery codes')
    const anew = page.getByRole('dialog', { name: 'New recovery codes' })
    await looksSound(page)
    await anew.getByLabel('Current password').fill(user.password)
    await anew.getByLabel('One-time code').fill(shown[0] ?? '')
    await page.keyboard.press('Enter')
    await check(anew.getByRole('listitem')).toHaveCount(10)
    const [one = '', other = '', ...rest] = await anew.getByRole('listitem').allTextContents()
    check([one, other, ...rest].filter((code) => shown.includes(code))).toEqual([])
    await page.keyboard.press('Escape')
    await anew.getByRole('button', { name: 'I have kept them' }).click()
    await check(anew).toBeHidden()

    await choose(page, 'Sign out')
    await page.getByLabel('User name').fill(user.username)
    await page.getByLabel('Password', { exact: true }).fill(user.password)
    await page.keyboard.press('Enter')
    await check(page.getByText('Enter the code your authenticator app shows, or a recovery code.')).toBeVisible()
    await page.getByLabel('One-time code').fill(codeOf(secret, at, 1))
    await page.keyboard.press('Enter')

    await press(page, 'Change password')
    const change = page.getByRole('dialog', { name: 'Change password' })
    await change.getByLabel('Current password').fill(user.password)
    await change.getByLabel('New password', { exact: true }).fill(word())
    await page.keyboard.press('Enter')
    await change.getByLabel('One-time code').fill(one)
    await page.keyboard.press('Enter')
    await check(change).toBeHidden()

    await press(page, 'Turn off second factor')
    await check(dialog).toContainText('It is on, with 9 recovery codes left.')
    await looksSound(page)
    await dialog.getByLabel('One-time code').fill(other)
    await page.keyboard.press('Enter')
    await check(page.getByText('The second factor is off.')).toBeVisible()
    await check(page.getByRole('region', { name: 'Second factor' })).toContainText('Off.')
  })
})
