/** How a user enters a value, how it reads after a reload, and what is stored. */
import type { Locator, Page } from 'playwright/test'
import { links, read } from '../http/client.ts'
import { newPage } from '../http/page-client.ts'
import { check, open } from './browser.ts'
import { choose, dataWrites, errorAt, field, input, openTab, save } from './form.ts'

export interface Entry {
  readonly name: string
  /** What is typed at first and is no value, and what is said of it. */
  readonly refused?: readonly [typed: string, message: string]
  readonly enter: (page: Page, box: Locator) => Promise<unknown>
  readonly shown: (page: Page, box: Locator) => Promise<void>
  readonly stored: unknown
  /** Where the API has it, when not under its own name. */
  readonly member?: string
}

export const typed = (name: string, text: string, stored: unknown = text, shown = text): Entry => ({
  name,
  enter: (_, box) => box.fill(text),
  shown: (_, box) => check(box).toHaveValue(shown),
  stored,
})

export const chosen = (name: string, option: string, stored: unknown): Entry => ({
  name,
  enter: (page, box) => choose(page, box, option),
  shown: (page) => check(field(page, name)).toContainText(option),
  stored,
})

/** A picker takes what is typed on Enter. */
export const picked = (name: string, text: string, stored: unknown = text): Entry => ({
  name,
  enter: async (page, box) => {
    await box.fill(text)
    await page.keyboard.press('Enter')
  },
  shown: (_, box) => check(box).toHaveValue(text),
  stored,
})

/** Enters values on one tab, the refused ones first, saves once, reloads, and compares what is shown and stored. */
export async function roundTrip(place: string, type: string, tab: string, entries: readonly Entry[]): Promise<Page> {
  const id = Number(place.split('/').at(-1))
  const page = await open(place)
  const writes = dataWrites(page)
  await openTab(page, tab)
  for (const { name, refused, enter } of entries) {
    if (refused !== undefined) await refuse(page, name, ...refused)
    await enter(page, input(page, name))
    await check(field(page, name)).toHaveAttribute('data-changed', 'true')
    await check(field(page, name)).toHaveAttribute('data-invalid', 'false')
  }
  check(writes).toEqual([])
  await save(page)
  await page.reload()
  await openTab(page, tab)
  for (const { name, shown } of entries) await shown(page, input(page, name))
  const record = await read(type, id)
  const values = { ...record, ...links(record) }
  check(values).toMatchObject(Object.fromEntries(entries.map(({ name, member = name, stored }) => [member, stored])))
  return page
}

/** Types what is no value and finds it told at the field, for eyes and ears. */
export async function refuse(page: Page, name: string, text: string, message: string): Promise<void> {
  const box = input(page, name)
  await box.fill(text)
  await box.blur()
  await check(errorAt(page, name)).toContainText(message)
  await check(box).toHaveAttribute('aria-invalid', 'true')
  await check(box).toHaveAccessibleDescription(new RegExp(message.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
}

/** Presses Save over what is typed and finds it refused at the field. */
export async function refuseOnSave(page: Page, name: string, text: string, message: string): Promise<void> {
  await input(page, name).fill(text)
  await page.getByRole('button', { name: 'Save' }).click()
  await check(errorAt(page, name)).toContainText(message)
  await check(input(page, name)).toHaveAttribute('aria-invalid', 'true')
}

/** The cells of one record in a list of this test's own, by field. */
export async function cellsOf(type: string, columns: readonly string[], filter: string, links = {}) {
  const key = await newPage(type, [{ key: 'list', type: 'list', configuration: { columns, links } }])
  const page = await open(`/p/${key}?filter=${encodeURIComponent(filter)}`)
  await check(page.locator('tbody tr')).toHaveCount(1)
  return { page, cell: (name: string) => page.locator(`tbody tr [data-field="${name}"]`) }
}
