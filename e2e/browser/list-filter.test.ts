import type { Page } from 'playwright/test'
import { beforeAll, describe, it } from 'vitest'
import { create, newMovie, word } from '../http/client.ts'
import { allow, check, open } from './browser.ts'
import { choose } from './form.ts'
import { rows, settled, shelf, titles } from './list-view.ts'

let place: string
beforeAll(async () => {
  place = await shelf(6)
})

const chips = (page: Page) => page.locator('.mq-chip')
const search = (page: Page) => page.getByRole('textbox', { name: 'Search Title' })
const asText = (page: Page) => page.getByRole('textbox', { name: 'Filter as text' })

describe('the search of a list', () => {
  it('[OP:ct] takes the key /, finds what is typed, and stands in the address', async () => {
    const title = `Night of ${word()}`
    await newMovie({ title })
    const page = await open('/p/films')
    await check(rows(page)).toHaveCount(20)
    await page.keyboard.press('/')
    await check(search(page)).toBeFocused()
    await page.keyboard.type(title.slice(9).toUpperCase())
    await check(titles(page)).toHaveText([title])
    await check(page).toHaveURL(/filter=title_%24ct_/)
    await page.reload()
    await check(search(page)).toHaveValue(title.slice(9).toUpperCase())
    await check(titles(page)).toHaveText([title])
    await search(page).fill('')
    await check(rows(page)).toHaveCount(20)
  })

  it('[FG8] finds texts with parentheses, asterisks and quotes', async () => {
    const title = `(${word()}) * "it's" 50% _$and_`
    await newMovie({ title })
    const page = await open('/p/films')
    await search(page).fill(title)
    await check(titles(page)).toHaveText([title])
  })

  it('says when nothing matches, and clears all filters', async () => {
    const page = await open(place)
    await check(rows(page)).toHaveCount(6)
    await search(page).fill('no film is called this')
    await check(page.getByText('Nothing matches')).toBeVisible()
    await page.getByRole('button', { name: 'Clear all filters' }).click()
    await check(rows(page)).toHaveCount(20)
    await check(search(page)).toHaveValue('')
    await check(chips(page)).toHaveCount(0)
  })
})

describe('the conditions of a list', () => {
  async function addCondition(page: Page, name: string): Promise<ReturnType<Page['getByRole']>> {
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const form = page.getByRole('form', { name: 'Filter condition' })
    await choose(page, form.getByLabel('Field'), name)
    return form
  }

  it('[FG2] are joined, each a chip, and removed one by one', async () => {
    const page = await open(place)
    await check(chips(page)).toHaveCount(1)
    const form = await addCondition(page, 'Year')
    await choose(page, form.getByLabel('Condition'), 'is at least')
    await form.getByLabel('Value').fill('1952')
    await form.getByRole('button', { name: 'Apply' }).click()
    await check(chips(page)).toHaveText([/^Director is any of Shelf/, /^Year is at least 1952/])
    await check(titles(page)).toHaveText(['Film 05', 'Film 02'])
    await page.goBack()
    await check(titles(page)).toHaveCount(6)
    await page.goForward()
    await check(titles(page)).toHaveCount(2)
    await page.getByRole('button', { name: 'Remove filter Year' }).click()
    await check(chips(page)).toHaveCount(1)
    await check(titles(page)).toHaveCount(6)
    await page.getByRole('button', { name: 'Remove filter Director' }).click()
    await check(chips(page)).toHaveCount(0)
    await check(page).not.toHaveURL(/filter=/)
    await check(rows(page)).toHaveCount(20)
  })

  it('are changed in their chip', async () => {
    const page = await open(`${place}_$and_year_$ge_1952`)
    await check(titles(page)).toHaveCount(2)
    await chips(page).filter({ hasText: 'Year' }).getByRole('button').first().click()
    await page.getByRole('form', { name: 'Filter condition' }).getByLabel('Value').fill('1951')
    await page.keyboard.press('Enter')
    await check(titles(page)).toHaveText(['Film 05', 'Film 04', 'Film 02', 'Film 01'])
  })
})

describe('a condition on a related record', () => {
  const condition = (page: Page) => page.getByRole('form', { name: 'Filter condition' })
  const value = (page: Page) => condition(page).getByLabel('Value')
  const options = (page: Page) => page.locator('.ant-select-dropdown:visible')

  async function directors(): Promise<readonly [string, string]> {
    const [first, second] = [`Ada ${word()}`, `Bea ${word()}`]
    for (const name of [first, second]) {
      const director = (await create('people', { name }))._id
      await newMovie({ title: `By ${name}`, _links: { director } })
    }
    return [first, second]
  }

  it('[CT:list] is made by mouse, with one record and with another added', async () => {
    const [first, second] = await directors()
    const page = await open('/p/films')
    await settled(page)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await options(page).getByTitle('Director', { exact: true }).click()
    await check(value(page)).toBeFocused()
    await page.keyboard.type(first)
    await options(page).getByTitle(first, { exact: true }).click()
    await check(options(page)).toHaveCount(0)
    await condition(page).getByRole('button', { name: 'Apply' }).click()
    await check(titles(page)).toHaveText([`By ${first}`])

    await chips(page).getByRole('button').first().click()
    await choose(page, value(page), second)
    await check(options(page)).toHaveCount(0)
    await condition(page).getByRole('button', { name: 'Apply' }).click()
    await check(rows(page)).toHaveCount(2)
    await check(chips(page)).toContainText(second)
  })

  it('[CT:list] is made by keyboard alone', async () => {
    const [first, second] = await directors()
    const page = await open('/p/films')
    await settled(page)
    await page.getByRole('button', { name: 'Filter', exact: true }).focus()
    await page.keyboard.press('Enter')
    await check(condition(page).getByLabel('Field')).toBeFocused()
    await page.keyboard.type('Director')
    await page.keyboard.press('Enter')
    await check(value(page)).toBeFocused()
    await page.keyboard.type(first)
    await check(options(page).getByTitle(first, { exact: true })).toBeVisible()
    await page.keyboard.press('Enter')
    await check(options(page)).toHaveCount(0)
    await page.keyboard.press('Enter')
    await check(titles(page)).toHaveText([`By ${first}`])

    await chips(page).getByRole('button').first().focus()
    await page.keyboard.press('Enter')
    await check(value(page)).toBeFocused()
    await page.keyboard.type(second)
    await check(options(page).getByTitle(second, { exact: true })).toBeVisible()
    await page.keyboard.press('Enter')
    await check(options(page)).toHaveCount(0)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    await check(condition(page).getByRole('button', { name: 'Apply' })).toBeFocused()
    await page.keyboard.press('Enter')
    await check(rows(page)).toHaveCount(2)
  })

  it('closes at a click beside it, first the list, then the editor, and opens no record', async () => {
    const page = await open('/p/films')
    await settled(page)
    const here = page.url()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await choose(page, condition(page).getByLabel('Field'), 'Director')
    await value(page).click()
    await check(options(page)).toHaveCount(1)
    const row = await rows(page).nth(5).locator('[data-field="release_date"]').boundingBox()
    const beside = async () => page.mouse.click((row?.x ?? 0) + 5, (row?.y ?? 0) + 5)
    await beside()
    await check(options(page)).toHaveCount(0)
    await check(condition(page)).toBeVisible()
    await beside()
    await check(condition(page)).toHaveCount(0)
    check(page.url()).toBe(here)
    await beside()
    await check(page).toHaveURL(/\/p\/film\//)
  })
})

describe('many conditions in a narrow window', () => {
  it('are all within reach, a long one cut short', async () => {
    const page = await open('/p/films', { viewport: { width: 1024, height: 768 } })
    await settled(page)
    const long = `(title_$ct_${'long'.repeat(40)}_$or_year_$ge_1900)`
    const filter = `${long}_$and_year_$ge_1901_$and_imdb_votes_$ge_0_$and_worldwide_gross_$ge_1000000`
    await page.goto(`/p/films?${new URLSearchParams({ filter })}`)
    await check(chips(page)).toHaveCount(4)
    await check(chips(page).last()).toContainText('1,000,000')
    for (let left = 3; left >= 0; left -= 1) {
      await chips(page).first().getByRole('button', { name: 'Remove filter' }).click()
      await check(chips(page)).toHaveCount(left)
    }
  })
})

describe('a filter as text', () => {
  it('[D1.f] is checked while it is typed and shows where it goes wrong', async () => {
    const page = await open(place)
    await page.getByRole('button', { name: 'Filter as text' }).click()
    await check(asText(page)).toHaveValue(/^director_\$in/)
    await asText(page).fill('year_$ge_1952_$and_title')
    const fault = page.locator('.mq-expert-fault')
    await check(fault).toContainText('Position 25')
    await check(fault.locator('mark')).toBeVisible()
    await check(page.getByRole('button', { name: 'Apply' })).toBeDisabled()
    await asText(page).fill('title_$eq_Inception')
    await check(fault).toBeEmpty()
    await asText(page).press('Enter')
    await check(titles(page)).toHaveText(['Inception'])
  })

  it('[X8] that the server refuses says why and can be corrected in place', async () => {
    const page = await open('/p/films')
    allow(page, 400)
    await settled(page)
    await page.getByRole('button', { name: 'Filter as text' }).click()
    await asText(page).fill('nonsense_$eq_1')
    await asText(page).press('Enter')
    await check(page.getByText('This filter cannot be read')).toBeVisible()
    await check(page.locator('.mq-expert-fault')).toContainText('nonsense')
    await asText(page).fill('title_$eq_Inception')
    await asText(page).press('Enter')
    await check(titles(page)).toHaveText(['Inception'])
  })

  it('in an address that is none shows its fault, not an empty page', async () => {
    const page = await open(`/p/films?filter=${encodeURIComponent('title_$eq_(')}`)
    await check(page.getByRole('heading', { level: 1 })).toContainText('Films')
    await check(page.locator('.mq-expert-fault')).toContainText('Position')
    await page.getByRole('button', { name: 'Clear all filters' }).click()
    await check(rows(page)).toHaveCount(20)
  })
})
