import type { Locator, Page } from 'playwright/test'
import { check } from './browser.ts'
import { saveBar } from './form.ts'

/** A related list of a page, by its component's key. */
export const relatedList = (page: Page, key: string): Locator => page.locator(`[data-component="${key}"]`)

/** Its rows, without the lines that tell what is wrong. */
export const rowsOf = (list: Locator): Locator => list.locator('tbody tr[data-index]')

export const rowNamed = (list: Locator, name: string): Locator =>
  rowsOf(list).filter({ has: list.page().getByText(name, { exact: true }) })

export const cell = (row: Locator, field: string): Locator => row.locator(`[data-field="${field}"]`)

/** What a column shows, row by row. */
export async function texts(list: Locator, field: string): Promise<string[]> {
  const all = await cell(rowsOf(list), field).allInnerTexts()
  return all.map((text) => text.trim())
}

/** What of the list is unsaved, in words. */
export const unsaved = (list: Locator): Locator => list.locator('.mq-related-unsaved')

export const button = (list: Locator, name: string | RegExp): Locator => list.getByRole('button', { name })

/** Waits until the list shows all it is to show. */
export async function ready(list: Locator): Promise<void> {
  await check(list.locator('.mq-related')).toHaveAttribute('aria-busy', 'false')
}

/** Changes a cell by clicking on it and typing. */
export async function retype(row: Locator, field: string, text: string): Promise<void> {
  await cell(row, field).click()
  await cell(row, field).locator('input').fill(text)
  await row.page().keyboard.press('Enter')
}

/** Searches in the dialog of what can be added, and takes what has exactly these names. */
export async function chooseRecords(page: Page, list: Locator, names: readonly string[]): Promise<void> {
  await button(list, /^Add /).click()
  const dialog = page.getByRole('dialog')
  for (const name of names) {
    await dialog.getByRole('combobox').fill(name)
    await dialog
      .getByRole('option')
      .filter({ has: page.getByText(name, { exact: true }) })
      .click()
  }
  await dialog.getByRole('button', { name: `Add ${names.length}` }).click()
  await check(dialog).toBeHidden()
}

/** Presses Save and waits until the server has taken it. */
export async function savePageOf(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await check(saveBar(page)).toHaveAttribute('data-status', 'saved')
}
