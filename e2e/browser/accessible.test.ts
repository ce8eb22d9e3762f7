import { beforeAll, describe, it } from 'vitest'
import { create, newMovie, word } from '../http/client.ts'
import { allow, check, open } from './browser.ts'
import { input, openTab } from './form.ts'
import { faintTexts, unseenFocus } from './inspect.ts'
import { rows, shelf } from './list-view.ts'
import { looksSound } from './looks-sound.ts'

let list: string
let film: string
let collection: string
beforeAll(async () => {
  const unbroken = `${'Unbroken'.repeat(27)}${word()}`
  const [{ _id: filmId }, { _id: collectionId }] = [
    await newMovie({ title: unbroken, synopsis: unbroken.repeat(4) }),
    await create('collections', { name: `${unbroken.slice(0, 150)}${word()}`, status: 'review', color: '#1677ff' }),
  ]
  list = `${await shelf(3)}_$or_title_$eq_${unbroken}`
  film = `/p/film/${filmId}?previousPageKey=films`
  collection = `/p/collection/${collectionId}`
})

describe('names, headings, contrast and width are sound in both themes, 1440 and 1024 wide', () => {
  it('on a list, which also has its landmarks', async () => {
    const page = await open(list)
    await check(rows(page)).toHaveCount(4)
    for (const landmark of ['banner', 'search'] as const) await check(page.getByRole(landmark)).toHaveCount(1)
    await check(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await looksSound(page)
  })

  it('while a condition is chosen', async () => {
    const page = await open(list)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await check(page.getByRole('form', { name: 'Filter condition' })).toBeVisible()
    await looksSound(page)
  })

  it('on a form with long texts, then with errors', async () => {
    const page = await open(film)
    await check(page.getByRole('form')).toBeVisible()
    await looksSound(page)
    await input(page, 'title').fill('')
    await input(page, 'year').fill('1')
    await page.getByRole('button', { name: 'Save' }).click()
    await check(page.getByTestId('save-bar')).toContainText('2 fields need attention')
    await looksSound(page)
  })

  it('on the tabs that hold most kinds of field', async () => {
    const page = await open(collection)
    for (const tab of ['Main', 'Schedule', 'Access']) {
      await openTab(page, tab)
      await check(page.locator('.mq-widget-loading')).toHaveCount(0)
      await looksSound(page)
    }
  })

  it('where nothing is found', async () => {
    const page = await open('/p/nothing')
    allow(page, 404)
    await check(page.getByRole('heading', { level: 1 })).toHaveText('Not found')
    await looksSound(page)
  })

  it('before anyone has signed in', async () => {
    const page = await open('/p/films', { anonymous: true })
    allow(page, 401)
    await check(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await looksSound(page)
  })
})

describe('the keyboard alone', () => {
  it('has a focus that is seen on every stop of Tab', async () => {
    const page = await open(list)
    await check(rows(page)).toHaveCount(4)
    check(await unseenFocus(page, 30)).toEqual([])
    await page.goto(collection)
    await openTab(page, 'Access')
    check(await unseenFocus(page, 30)).toEqual([])
  })

  it('gets past the menu, to the content', async () => {
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
