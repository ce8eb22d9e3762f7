import type { Locator, Page } from 'playwright/test'
import { create, newMovie, word } from '../http/client.ts'
import { check } from './browser.ts'

export const rows = (page: Page): Locator => page.locator('tbody tr')

export const titles = (page: Page): Locator => rows(page).locator('[data-field="title"]')

export const header = (page: Page, name: string): Locator => page.getByRole('columnheader', { name })

/** The names of the columns, in order. */
export async function columns(page: Page): Promise<string[]> {
  const texts = await page.locator('thead th:not(.mq-cell-check)').allInnerTexts()
  return texts.map((text) => text.trim())
}

export function count(page: Page): Locator {
  return page.locator('.mq-pager-count')
}

/** Waits until the list shows what its address asks for. */
export async function settled(page: Page): Promise<void> {
  await check(page.locator('.mq-list')).toHaveAttribute('aria-busy', 'false')
}

/** A director of this test's own with films named `Film 01`, `Film 02`, …; gives the address of their list. */
export async function shelf(films: number): Promise<string> {
  const director = (await create('people', { name: `Shelf ${word()}` }))._id
  for (let number = 1; number <= films; number += 1) {
    await newMovie({
      title: `Film ${String(number).padStart(2, '0')}`,
      year: 1950 + (number % 3),
      release_date: `1950-01-${String(number).padStart(2, '0')}`,
      _links: { director },
    })
  }
  return `/p/films?filter=${encodeURIComponent(`director_$in(${director})`)}`
}
