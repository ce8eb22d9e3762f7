import { beforeAll, describe, it } from 'vitest'
import { check, open } from './browser.ts'
import { columns, count, header, rows, settled, shelf, titles } from './list-view.ts'

let place: string
beforeAll(async () => {
  place = await shelf(23)
})

describe('the order of a list', () => {
  it('[Q:sort] is chosen by a click on a header, and the other way round by another', async () => {
    const page = await open(place)
    await check(titles(page).first()).toHaveText('Film 23')
    await check(header(page, 'Release date')).toHaveAttribute('aria-sort', 'descending')
    await header(page, 'Title').getByRole('button').click()
    await check(titles(page).first()).toHaveText('Film 01')
    await check(header(page, 'Title')).toHaveAttribute('aria-sort', 'ascending')
    await check(page).toHaveURL(/sort=title/)
    await header(page, 'Title').getByRole('button').click()
    await check(titles(page).first()).toHaveText('Film 23')
    await check(page).toHaveURL(/sort=-title/)
    await page.reload()
    await check(header(page, 'Title')).toHaveAttribute('aria-sort', 'descending')
    await check(titles(page).first()).toHaveText('Film 23')
  })

  it('[Q:sort] goes by several columns with shift', async () => {
    const page = await open(place)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Year' }).check()
    await page.keyboard.press('Escape')
    await header(page, 'Year').getByRole('button').click()
    await check(page).toHaveURL(/sort=year/)
    await header(page, 'Title')
      .getByRole('button')
      .click({ modifiers: ['Shift'] })
    await header(page, 'Title')
      .getByRole('button')
      .click({ modifiers: ['Shift'] })
    await check(page).toHaveURL(/sort=year%2C-title/)
    await check(titles(page).first()).toHaveText('Film 21')
    await check(titles(page).nth(6)).toHaveText('Film 03')
    await check(titles(page).nth(7)).toHaveText('Film 22')
  })
})

describe('the pages of a list', () => {
  it('[Q:page] [META:_pageCount] turn, stand in the address, and follow back and forward', async () => {
    const page = await open(place)
    await check(count(page)).toHaveText('1–20 of 23')
    await check(page.getByRole('button', { name: 'Previous page' })).toBeDisabled()
    await page.getByRole('button', { name: 'Next page' }).click()
    await check(count(page)).toHaveText('21–23 of 23')
    await check(rows(page)).toHaveCount(3)
    await check(page.getByRole('button', { name: 'Last page' })).toBeDisabled()
    await check(page).toHaveURL(/[?&]page=1/)
    await page.reload()
    await check(titles(page)).toHaveText(['Film 03', 'Film 02', 'Film 01'])
    await page.goBack()
    await check(count(page)).toHaveText('1–20 of 23')
    await page.goForward()
    await check(count(page)).toHaveText('21–23 of 23')
  })

  it('[Q:pageSize] are as long as the user wants, and begin again at the first', async () => {
    const page = await open(`${place}&page=1`)
    await check(count(page)).toHaveText('21–23 of 23')
    await page.getByLabel('Records per page').selectOption('50')
    await check(count(page)).toHaveText('1–23 of 23')
    await check(rows(page)).toHaveCount(23)
    await check(page).toHaveURL(/pageSize=50/)
    await page.reload()
    await check(rows(page)).toHaveCount(23)
    await page.getByLabel('Records per page').selectOption('20')
    await check(rows(page)).toHaveCount(20)
  })

  it('[ERR:page-out-of-range] beyond the last say so and lead to the first', async () => {
    const page = await open(`${place}&page=9`)
    await check(page.getByText('No records on this page')).toBeVisible()
    await page.getByRole('button', { name: 'Go to the first page' }).click()
    await check(count(page)).toHaveText('1–20 of 23')
  })
})

describe('the columns of a list', () => {
  const DEFAULT = [
    'Title',
    'Release date',
    'Director',
    'Genres',
    'MPAA rating',
    'Worldwide gross',
    'IMDb rating',
    'Status',
  ]

  it('are hidden, shown and moved, stay so, and are reset', async () => {
    const page = await open(place)
    await settled(page)
    check(await columns(page)).toEqual(DEFAULT)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Genres' }).uncheck()
    await page.getByRole('checkbox', { name: 'Slug' }).check()
    await page.getByRole('button', { name: 'Move Director up' }).click()
    await page.getByRole('button', { name: 'Move Director up' }).click()
    await page.keyboard.press('Escape')
    const wanted = ['Director', 'Title', 'Release date', ...DEFAULT.slice(4), 'Slug']
    await check.poll(() => columns(page)).toEqual(wanted)
    await page.reload()
    await check(rows(page)).toHaveCount(20)
    check(await columns(page)).toEqual(wanted)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('button', { name: 'Reset' }).click()
    await check.poll(() => columns(page)).toEqual(DEFAULT)
  })
})
