import process from 'node:process'
import type { Page } from 'playwright/test'
import { axeViolations } from './axe.ts'
import { check } from './browser.ts'
import { doubledIds, faintTexts, isTooWide, nameless } from './inspect.ts'

const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [1440, 1024].map((width) => ({ colorScheme, width, name: `${colorScheme}, ${width} wide` })),
)
const SOUND = { nameless: [], doubledIds: [], faintTexts: [], isTooWide: false, headings: 1, main: 1 }

/**
 * Looks a state over in both themes and both widths: what axe finds, names, ids, contrast,
 * width and headings. With `SCREENSHOTS`, a
 * folder, it keeps pictures of what has a name for them.
 */
export async function looksSound(page: Page, shot?: string): Promise<void> {
  check(await axeViolations(page)).toEqual([])
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
    if (process.env.SCREENSHOTS !== undefined && shot !== undefined) {
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/${shot}-${colorScheme}-${width}.png` })
    }
  }
}
