import type { Page } from 'playwright/test'
import { describe, it } from 'vitest'
import { newMovie, send, update, word } from '../http/client.ts'
import { allow, check, open } from './browser.ts'
import { input, save } from './form.ts'
import { doubledIds, faintTexts, isTooWide, nameless, unseenFocus } from './inspect.ts'
import { someone } from './someone.ts'

const recent = (page: Page) => page.getByRole('region', { name: 'Recently changed' })
const entry = (page: Page, name: string) => recent(page).getByRole('listitem').filter({ hasText: name })

/** Looks at the start page until what was saved has arrived in edit history. */
async function shows(page: Page, name: string): Promise<void> {
  await check
    .poll(async () => {
      await page.goto('/')
      await check(recent(page).getByRole('listitem').first()).toBeVisible()
      return entry(page, name).count()
    })
    .toBe(1)
}

describe('the start page', () => {
  it('shows the records that were changed last, and leads to them', async () => {
    const title = `Changed ${word()}`
    const film = await newMovie({ title: 'Before' })
    await update('movies', film._id, { title })
    const page = await open('/')
    await shows(page, title)
    await check(page).toHaveTitle(/^Start/)
    await check(entry(page, title)).toContainText('Film')
    await check(entry(page, title)).toContainText('just now')
    await entry(page, title).getByRole('link').click()
    await check(page).toHaveURL(new RegExp(`/p/film/${film._id}`))
    await check(input(page, 'title')).toHaveValue(title)
  })

  it('tells apart what the user changed', async () => {
    const [mine, others] = [`Mine ${word()}`, `Others ${word()}`]
    const film = await newMovie({ title: 'Of mine' })
    await newMovie({ title: others })
    const page = await open(`/p/film/${film._id}`)
    await input(page, 'title').fill(mine)
    await save(page)
    await shows(page, mine)
    await shows(page, others)
    await recent(page).getByRole('button', { name: 'You' }).click()
    await check(entry(page, others)).toHaveCount(0)
    await check(entry(page, mine)).toHaveCount(1)
    await check(recent(page).getByRole('button', { name: 'You' })).toHaveAttribute('aria-pressed', 'true')
  })

  it('leaves out what is gone', async () => {
    const [gone, there] = [`Gone ${word()}`, `There ${word()}`]
    const film = await newMovie({ title: gone })
    await send('DELETE', `/movies/${film._id}`)
    await newMovie({ title: there })
    const page = await open('/')
    await shows(page, there)
    await check(entry(page, gone)).toHaveCount(0)
  })

  it('leads to every page of the menu, and to new records', async () => {
    const page = await open('/')
    const catalogue = page.getByRole('region', { name: 'Catalogue' })
    await catalogue.getByRole('link', { name: 'New: Films' }).click()
    await check(page.getByRole('button', { name: 'Create' })).toBeVisible()
    await page.getByRole('link', { name: 'Marquee' }).click()
    await catalogue.getByRole('link', { name: 'People', exact: true }).click()
    await check(page.getByRole('heading', { level: 1 })).toHaveText('People')
  })

  it('[P2] shows to each user what is open to them', async () => {
    const [hidden, seen] = [`Hidden ${word()}`, `Seen ${word()}`]
    await send('POST', '/people', { body: { people: [{ name: hidden }] } })
    await newMovie({ title: seen })
    const page = await open('/', { user: await someone({ mediaType: 'movies' }) })
    await shows(page, seen)
    await check(recent(page)).not.toContainText(hidden)
    await check(page.getByRole('main').getByRole('link', { name: 'Films', exact: true })).toBeVisible()
    await check(page.getByRole('link', { name: /^New:/ })).toHaveCount(0)
    await check(page.getByRole('region', { name: 'Administration' })).toHaveCount(0)
    const nobody = await open('/', { user: await someone() })
    await check(nobody.getByText('No page is open to you')).toBeVisible()
  })

  it('stands without edit history, and asks again', async () => {
    const title = `Later ${word()}`
    await newMovie({ title })
    const page = await open('/p/films')
    allow(page, 503)
    const path = '**/api/v2/history?*'
    const body = JSON.stringify({ errors: [{ status: '503', code: 'DEPENDENCY_DOWN', title: 'Down', detail: 'Down' }] })
    await page.route(path, (route) => route.fulfill({ status: 503, contentType: 'application/json', body }))
    await page.getByRole('link', { name: 'Marquee' }).click()
    await check(recent(page).getByRole('alert')).toContainText('cannot be told just now')
    await check(page.getByRole('region', { name: 'Catalogue' })).toBeVisible()
    await page.unroute(path)
    await recent(page).getByRole('button', { name: 'Try again' }).click()
    await check(recent(page).getByRole('listitem').first()).toBeVisible()
  })

  it('is sound in both themes and widths, with long names too', async () => {
    const title = 'Unbroken'.repeat(30)
    await newMovie({ title })
    const page = await open('/')
    await shows(page, title)
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [1440, 1024]) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.setViewportSize({ width, height: 900 })
        const found = {
          nameless: await nameless(page),
          doubled: await doubledIds(page),
          faint: await faintTexts(page),
          wide: await isTooWide(page),
          headings: await page.getByRole('heading', { level: 1 }).count(),
        }
        check(found).toEqual({ nameless: [], doubled: [], faint: [], wide: false, headings: 1 })
      }
    }
    check(await unseenFocus(page, 40)).toEqual([])
  })
})
