import type { Page } from 'playwright/test'
import { describe, it } from 'vitest'
import { forgetful } from '../http/recovered-link.ts'
import { check, open } from './browser.ts'
import { doubledIds, faintTexts, isTooWide, nameless } from './inspect.ts'

const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [1440, 1024].map((width) => ({ colorScheme, width, name: `${colorScheme}, ${width} wide` })),
)
const SOUND = { nameless: [], doubledIds: [], faintTexts: [], isTooWide: false, headings: 1, main: 1 }

async function looksSound(page: Page): Promise<void> {
  for (const { colorScheme, width, name } of LOOKS) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 900 })
    await check(page.locator(`html[data-theme="${colorScheme}"]`)).toBeVisible()
    const found = {
      nameless: await nameless(page),
      doubledIds: await doubledIds(page),
      faintTexts: await faintTexts(page),
      isTooWide: await isTooWide(page),
      headings: await page.getByRole('heading', { level: 1 }).count(),
      main: await page.getByRole('main').count(),
    }
    check(found, name).toEqual(SOUND)
    if (process.env.SCREENSHOTS !== undefined) {
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/account-${colorScheme}-${width}.png` })
    }
  }
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

describe('the account page', () => {
  it('[D9.c] [D9.d] keeps name, address and language of the user', async () => {
    const user = await forgetful()
    const page = await open('/account', { user })
    const profile = section(page, 'Profile')
    await check(profile.getByLabel('E-mail address')).toHaveValue(user.email)
    await check(section(page, 'Second factor')).toContainText('Off.')
    await looksSound(page)
    await profile.getByLabel('Name', { exact: true }).fill('Ada Example')
    await profile.getByLabel('Language').selectOption({ label: 'Deutsch' })
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await check(page.getByRole('button', { name: 'Account of Ada Example' })).toBeVisible()
    await page.reload()
    await check(profile.getByLabel('Name', { exact: true })).toHaveValue('Ada Example')
    await check(profile.getByLabel('Language')).toHaveValue('de')
  })

  it('opens at the section that its address names', async () => {
    const page = await open('/account#second-factor', { user: await forgetful() })
    await check(section(page, 'Second factor')).toBeFocused()
    await check(page.getByRole('link', { name: 'Second factor' })).toHaveAttribute('aria-current', 'location')
    await page.getByRole('link', { name: 'Password' }).press('Enter')
    await check(page).toHaveURL(/\/account#password$/)
    await check(section(page, 'Password')).toBeFocused()
  })
})
