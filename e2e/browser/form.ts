import type { Locator, Page } from 'playwright/test'
import { check } from './browser.ts'

/** A field of the form with its label, input, help and error. */
export function field(page: Page, name: string): Locator {
  return page.locator(`.mq-field[data-field="${name}"]`)
}

export function input(page: Page, name: string): Locator {
  return page.locator(`[id="form-${name}"]`)
}

/** What is said to be wrong at a field. */
export function errorAt(page: Page, name: string): Locator {
  return field(page, name).locator('.mq-field-error')
}

export function saveBar(page: Page): Locator {
  return page.getByTestId('save-bar')
}

export async function openTab(page: Page, title: string): Promise<void> {
  await page.getByRole('tab', { name: title }).click()
  await check(page.getByRole('tabpanel', { name: title })).toBeVisible()
}

/** Opens a drop-down, types where it can be searched, and takes the option of that name. */
export async function choose(page: Page, box: Locator, typed: string, option: string = typed): Promise<void> {
  await box.click()
  if (await box.isEditable()) await box.fill(typed)
  await page.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }).click()
}

/** Presses Save and waits until the server has taken it. */
export async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).click()
  await check(saveBar(page)).toHaveAttribute('data-status', 'saved')
  await check(saveBar(page)).toHaveAttribute('data-dirty', 'false')
}

/** What the page writes from now on, presence aside: method and address of each request. */
export function dataWrites(page: Page): readonly string[] {
  const writes: string[] = []
  page.on('request', (request) => {
    const place = new URL(request.url()).pathname
    const isWrite = !['GET', 'HEAD'].includes(request.method()) && /^\/api\/(?:v1|v2\/save)\//.test(place)
    if (isWrite) writes.push(`${request.method()} ${place}`)
  })
  return writes
}
