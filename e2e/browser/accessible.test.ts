import type { Page } from 'playwright/test'
import { beforeAll, describe, it } from 'vitest'
import { create, newMovie, word } from '../http/client.ts'
import { allow, check, open } from './browser.ts'
import { input, openTab } from './form.ts'
import { doubledIds, faintTexts, isTooWide, nameless, unseenFocus } from './inspect.ts'
import { rows, shelf } from './list-view.ts'

let list: string
let film: string
let collection: string
beforeAll(async () => {
  const unbroken = 'Unbroken'.repeat(30)
  const [{ _id: filmId }, { _id: collectionId }] = [
    await newMovie({ title: unbroken, synopsis: unbroken.repeat(4) }),
    await create('collections', { name: `${unbroken.slice(0, 150)}${word()}`, status: 'review', color: '#1677ff' }),
  ]
  list = `${await shelf(3)}_$or_title_$eq_${unbroken}`
  film = `/p/film/${filmId}?previousPageKey=films`
  collection = `/p/collection/${collectionId}`
})

async function inspect(page: Page, where: string): Promise<void> {
  const found = {
    nameless: await nameless(page),
    doubledIds: await doubledIds(page),
    faintTexts: await faintTexts(page),
    isTooWide: await isTooWide(page),
    headings: await page.getByRole('heading', { level: 1 }).count(),
    main: await page.getByRole('main').count(),
  }
  const sound = { nameless: [], doubledIds: [], faintTexts: [], isTooWide: false, headings: 1, main: 1 }
  check(found, where).toEqual(sound)
}

/** The states of the shell, one after the other in one window. */
async function visitAll(page: Page): Promise<void> {
  await check(rows(page)).toHaveCount(4)
  for (const landmark of ['banner', 'search'] as const) await check(page.getByRole(landmark)).toHaveCount(1)
  await check(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await inspect(page, 'a filtered list')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await check(page.getByRole('form', { name: 'Filter condition' })).toBeVisible()
  await inspect(page, 'a condition')
  await page.goto(film)
  await check(page.getByRole('form')).toBeVisible()
  await inspect(page, 'a form')
  await input(page, 'title').fill('')
  await input(page, 'year').fill('1')
  await page.getByRole('button', { name: 'Save' }).click()
  await check(page.getByTestId('save-bar')).toContainText('2 fields need attention')
  await inspect(page, 'a form with errors')
  await page.goto(collection)
  for (const tab of ['Main', 'Schedule', 'Access']) {
    await openTab(page, tab)
    await inspect(page, `the tab ${tab}`)
  }
  await page.goto('/p/nothing')
  await check(page.getByRole('heading', { level: 1 })).toHaveText('Not found')
  await inspect(page, 'nothing')
}

describe('every page can be read and operated', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1440, 1024]) {
      it(`in the ${colorScheme} theme, ${width} wide`, async () => {
        const page = await open(list, { colorScheme, viewport: { width, height: 900 } })
        page.on('dialog', (dialog) => void dialog.accept())
        allow(page, 404)
        await visitAll(page)
      })
    }

    it(`before anyone has signed in, in the ${colorScheme} theme`, async () => {
      const page = await open('/p/films', { colorScheme, anonymous: true })
      allow(page, 401)
      await check(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
      await inspect(page, 'the sign-in')
    })
  }

  it('with a focus that is seen on every stop of Tab', async () => {
    const page = await open(list)
    await check(rows(page)).toHaveCount(4)
    check(await unseenFocus(page, 40)).toEqual([])
    await page.goto(collection)
    await openTab(page, 'Access')
    check(await unseenFocus(page, 40)).toEqual([])
  })

  it('from the keyboard past the menu, to the content', async () => {
    const page = await open(list)
    await check(rows(page)).toHaveCount(4)
    await page.keyboard.press('Tab')
    await check(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await check(page.getByRole('link', { name: 'New' })).toBeFocused()
  })
})

describe('the colours of both themes', () => {
  const TEXTS = ['text', 'muted', 'accent-text', 'danger', 'warning', 'success']
  const SURFACES = ['canvas', 'surface', 'raised', 'sunken', 'hover']
  const SOFT = [
    ['accent-text', 'accent-soft'],
    ['text', 'accent-soft'],
    ['danger', 'danger-soft'],
    ['warning', 'warning-soft'],
  ] as const

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`keep text apart from what is behind it: ${colorScheme}`, async () => {
      const page = await open('/p/nothing', { colorScheme, anonymous: true })
      allow(page, 401)
      const pairs = [...TEXTS.flatMap((text) => SURFACES.map((surface) => [text, surface] as const)), ...SOFT]
      await check(page.getByRole('main')).toBeVisible()
      await page.evaluate((all) => {
        const samples = all.map(([text, surface]) => {
          const sample = document.createElement('p')
          sample.textContent = `${text} on ${surface}`
          sample.style.color = `var(--${text})`
          sample.style.backgroundColor = `var(--${surface})`
          return sample
        })
        document.querySelector('main')?.replaceChildren(...samples)
      }, pairs)
      await check(page.getByText('danger on danger-soft')).toBeVisible()
      check(await faintTexts(page)).toEqual([])
    })
  }
})
