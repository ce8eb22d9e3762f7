import type { Page } from 'playwright/test'
import { describe, it } from 'vitest'
import { ADMIN } from '../harness/credentials.ts'
import { check, open } from './browser.ts'
import { doubledIds, faintTexts, isTooWide, nameless, unseenFocus } from './inspect.ts'

const SOUND = { nameless: [], doubledIds: [], faintTexts: [], isTooWide: false, headings: 1, main: 1 }

/** Looks a page over in both themes and both widths. */
async function inspect(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1440, 1024]) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      const found = {
        nameless: await nameless(page),
        doubledIds: await doubledIds(page),
        faintTexts: await faintTexts(page),
        isTooWide: await isTooWide(page),
        headings: await page.getByRole('heading', { level: 1 }).count(),
        main: await page.getByRole('main').count(),
      }
      check(found, `${colorScheme}, ${width} wide`).toEqual(SOUND)
    }
  }
}

describe('/help', () => {
  it('[G6.a] lists all routes, and is sound in both themes and widths', async () => {
    const page = await open('/help')
    await check(page.getByRole('heading', { name: 'All routes' })).toBeVisible()
    await check(
      page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'movies', exact: true }),
    ).toBeVisible()
    await inspect(page)
  })

  it('[G6.a] finds a route by the keyboard alone', async () => {
    const page = await open('/help')
    await page.keyboard.press('/')
    await check(page.getByRole('searchbox')).toBeFocused()
    await page.keyboard.type('patch movies {id}')
    const results = page.getByRole('main').locator('.route:visible')
    await check(results).toHaveCount(2)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await check(results.last()).toBeFocused()
    await page.keyboard.press('Enter')
    await check(page).toHaveURL(/\/help\/movies#movies\.update$/)
    await check(page.getByText('the body has one element', { exact: false })).toBeVisible()
  })

  it('[G6.a] says so when nothing is found, and takes the search back with Escape', async () => {
    const page = await open('/help?find=zeppelin')
    await check(page.getByText('No route has that')).toBeVisible()
    await check(page.getByRole('searchbox')).toBeFocused()
    await page.keyboard.press('Escape')
    await check(page.getByText('No route has that')).toBeHidden()
    await check(page.getByRole('main').getByRole('link', { name: '/api/v1/movies' }).first()).toBeVisible()
  })

  it('[G6.a] shows a media type with all its routes opened, soundly', async () => {
    const page = await open('/help/movies')
    await page.getByRole('button', { name: 'Open all' }).click()
    await check(page.getByRole('button', { name: 'Close all' })).toBeVisible()
    await check(page.getByRole('heading', { name: 'Parameters' }).first()).toBeVisible()
    await inspect(page)
  })

  it('[G6.a] shows the introduction and the shared schemas, soundly', async () => {
    for (const path of ['/help/Introduction', '/help/Schemas']) await inspect(await open(path))
  })

  it('[G6.a] shows where the focus is, wherever Tab leads', async () => {
    const page = await open('/help')
    check(await unseenFocus(page, 45)).toEqual([])
    await page.goto('/help/movies#movies.list')
    await page.locator('.line').first().focus()
    check(await unseenFocus(page, 12)).toEqual([])
  })

  it('[G6.a] comes after the sign-in for whoever is not signed in', async () => {
    const page = await open('/help/movies', { anonymous: true })
    await page.getByLabel('User name').fill(ADMIN.email)
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await check(page).toHaveURL(/\/help\/movies$/)
    await check(page.getByRole('heading', { name: 'movies', exact: true })).toBeVisible()
  })

  it('takes the theme that was chosen in the shell', async () => {
    const page = await open('/help')
    await page.evaluate(() => localStorage.setItem('marquee.theme', '"dark"'))
    await page.reload()
    await check(page.locator('html[data-theme="dark"]')).toBeVisible()
  })
})
