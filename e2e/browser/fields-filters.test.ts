import type { Locator, Page } from 'playwright/test'
import { describe, it } from 'vitest'
import { newPage } from '../http/page-client.ts'
import { check, open } from './browser.ts'
import { choose } from './form.ts'

/** A condition as it is put together by hand, what its chip says, and how many of the demo's collections it finds. */
interface Condition {
  readonly field: string
  /** Absent: the most usual one. */
  readonly operator?: string
  readonly enter: (page: Page, value: Locator) => Promise<unknown>
  /** The last key of it applies it at once. */
  readonly atOnce?: true
  readonly chip: RegExp
  readonly finds: number
}

const typed = (text: string) => (_: Page, value: Locator) => value.fill(text)
const chosen = (option: string) => (page: Page, value: Locator) => choose(page, value, option)
const picked = (text: string) => async (page: Page, value: Locator) => {
  await value.fill(text)
  await page.keyboard.press('Enter')
}

const CHOICES: readonly Condition[] = [
  { field: 'Public', enter: chosen('No'), chip: /^Public is No/, finds: 1 },
  { field: 'Shown on', enter: chosen('Friday'), chip: /^Shown on is Friday/, finds: 5 },
  {
    field: 'Time zone',
    enter: async (page, value) => {
      await value.click()
      await value.fill('los angeles')
      await page.keyboard.press('Enter')
    },
    chip: /^Time zone is America\/Los.Angeles/,
    finds: 8,
  },
]

const ORDERED: readonly Condition[] = [
  { field: 'Price', operator: 'is at least', enter: typed('3.99'), chip: /^Price is at least .*3\.99/, finds: 3 },
  {
    field: 'Publish at',
    operator: 'is after',
    atOnce: true,
    enter: picked('2010-10-01 21:29'),
    chip: /^Publish at is after/,
    finds: 7,
  },
  {
    field: 'First show',
    operator: 'is before',
    atOnce: true,
    enter: picked('20:15:00'),
    chip: /^First show is before 20:15/,
    finds: 3,
  },
]

/** Puts each condition on the demo's collections, finds what it finds, and takes it away. */
async function tryOut(conditions: readonly Condition[]): Promise<void> {
  const list = { columns: ['name', 'is_public', 'weekdays', 'price', 'publish_at', 'start_time', 'timezone'] }
  const key = await newPage('collections', [{ key: 'list', type: 'list', configuration: list }])
  const page = await open(`/p/${key}?filter=${encodeURIComponent('website_$ct_example.com/collections/')}`)
  const rows = page.locator('tbody tr')
  await check(rows).toHaveCount(8)
  for (const { field, operator, enter, atOnce, chip, finds } of conditions) {
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const form = page.getByRole('form', { name: 'Filter condition' })
    await choose(page, form.getByLabel('Field'), field)
    const value = form.getByLabel('Value', { exact: true })
    if (operator !== undefined) {
      // it takes the focus once it is there, and the list of conditions would close
      await check(value).toBeFocused()
      await choose(page, form.getByLabel('Condition'), operator)
    }
    await enter(page, value)
    if (!atOnce) await form.getByRole('button', { name: 'Apply' }).click()
    await check(form).toBeHidden()
    await check(page.locator('.mq-chip').filter({ hasText: chip })).toHaveCount(1)
    await check(rows).toHaveCount(finds)
    await page.getByRole('button', { name: `Remove filter ${field}` }).click()
    await check(rows).toHaveCount(8)
  }
}

describe('the condition of a list', () => {
  it('[FT:Boolean] [FT:MultiEnum] [FT:Timezone] is chosen as its field is', () => tryOut(CHOICES))
  it('[FT:Money] [FT:DateTime] [FT:Time] is typed as its field is', () => tryOut(ORDERED))
})
