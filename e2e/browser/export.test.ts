import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { describe, it } from 'vitest'
import { allow, check, open } from './browser.ts'
import { faintTexts, nameless } from './inspect.ts'
import { header, rows, settled, shelf } from './list-view.ts'

const SPREADSHEET = 'CSV, for spreadsheets'

const button = (page: Page) => page.getByRole('button', { name: 'Export' })

/** Chooses a format; gives the file's name and its lines. */
async function exported(
  page: Page,
  format: string,
): Promise<{ readonly name: string; readonly lines: readonly string[] }> {
  await button(page).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: format }).click(),
  ])
  const text = await readFile(await download.path(), 'utf8')
  return { name: download.suggestedFilename(), lines: text.trimEnd().split(/\r?\n/) }
}

describe('the export of a list', () => {
  it('[D11] has its filter, its order and its visible columns, and all its pages', async () => {
    const page = await open(`${await shelf(25)}&sort=-title`)
    await check(rows(page)).toHaveCount(20)
    await page.getByRole('button', { name: 'Columns' }).click()
    for (const column of ['Genres', 'Director']) await page.getByRole('checkbox', { name: column }).uncheck()
    await page.keyboard.press('Escape')
    await check(header(page, 'Genres')).toHaveCount(0)
    const { name, lines } = await exported(page, SPREADSHEET)
    check(name).toBe('movies.csv')
    check(lines[0]).toBe('\ufeffid,title,release_date,rating,worldwide_gross,imdb_rating,status')
    check(lines.slice(1).map((line) => line.split(',')[1])).toEqual(
      Array.from({ length: 25 }, (_, index) => `Film ${String(25 - index).padStart(2, '0')}`),
    )
    await check(page.getByText('movies.csv is downloaded')).toBeVisible()
  })

  it('[D11.a] is one record a line as NDJSON, sorted by related records as the list is', async () => {
    const page = await open(`${await shelf(2)}&sort=director,title`)
    await settled(page)
    const { name, lines } = await exported(page, 'NDJSON, a record a line')
    check(name).toBe('movies.ndjson')
    check(lines.map((line) => JSON.parse(line).title)).toEqual(['Film 01', 'Film 02'])
  })

  it('[D11] has related records as they are shown, or their ids', async () => {
    const page = await open(await shelf(1))
    await check(rows(page)).toHaveCount(1)
    const shown = await exported(page, SPREADSHEET)
    const ids = await exported(page, 'CSV with ids')
    check(shown.lines[0]).toBe(`\ufeff${ids.lines[0]}`)
    const at = ids.lines[0]?.split(',').indexOf('director') as number
    check(shown.lines[1]?.split(',')[at]).toMatch(/^Shelf /)
    check(ids.lines[1]?.split(',')[at]).toMatch(/^\d+$/)
    const { lines } = await exported(page, 'NDJSON with ids')
    check(JSON.parse(lines[0] as string)._links.director).toBe(Number(ids.lines[1]?.split(',')[at]))
    const named = await exported(page, 'NDJSON, a record a line')
    check(JSON.parse(named.lines[0] as string)._links.director).toMatch(/^Shelf /)
  })

  it('is reached by keys alone', async () => {
    const page = await open(await shelf(1))
    await settled(page)
    await button(page).focus()
    await page.keyboard.press('Enter')
    await check(page.getByRole('menuitem', { name: SPREADSHEET })).toBeFocused()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      check({ nameless: await nameless(page), faint: await faintTexts(page) }).toEqual({ nameless: [], faint: [] })
    }
    await page.keyboard.press('ArrowDown')
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    check(download.suggestedFilename()).toBe('movies.ndjson')
    await check(button(page)).toBeFocused()
  })

  it('says when it failed, and can be called off', async () => {
    const page = await open(await shelf(1))
    allow(page, 500)
    await settled(page)
    const path = '**/api/v1/movies?*'
    const body = JSON.stringify({
      errors: [{ status: '500', code: 'INTERNAL', title: 'T', detail: 'The disk is full.' }],
    })
    await page.route(path, (route) => route.fulfill({ status: 500, contentType: 'application/json', body }))
    await button(page).click()
    await page.getByRole('menuitem', { name: SPREADSHEET }).click()
    await check(page.getByText('Not exported: The disk is full.')).toBeVisible()
    await page.unroute(path)

    await page.route(path, () => undefined)
    await button(page).click()
    await page.getByRole('menuitem', { name: SPREADSHEET }).click()
    await check(page.getByText('Exporting…')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await check(page.getByText('Exporting…')).toBeHidden()
  })
})
