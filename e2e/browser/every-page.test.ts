import type { Page } from 'playwright/test'
import { describe, it } from 'vitest'
import type { RecordPages } from '../../shared/page.ts'
import { request } from '../harness/service.ts'
import { list } from '../http/client.ts'
import { axeViolations } from './axe.ts'
import { check, open } from './browser.ts'
import { doubledIds, isTooWide, nameless } from './inspect.ts'

const pages = (await (await request('/api/v2/global/pages')).json()) as Readonly<Record<string, RecordPages>>
/** Pages of no record. */
const OTHERS = ['/', '/account']

async function sound(page: Page, path: string): Promise<void> {
  await check(page.getByRole('heading', { level: 1 }), path).toHaveCount(1)
  await check(page.locator('.mq-component-loading, .mq-widget-loading, [aria-busy="true"]'), path).toHaveCount(0)
  const found = {
    axe: await axeViolations(page),
    nameless: await nameless(page),
    doubledIds: await doubledIds(page),
    isTooWide: await isTooWide(page),
  }
  check(found, path).toEqual({ axe: [], nameless: [], doubledIds: [], isTooWide: false })
}

async function newFrom(page: Page, itemPageKey: string): Promise<void> {
  await page.getByRole('link', { name: 'New', exact: true }).click()
  await check(page.locator(`.mq-page[data-page="${itemPageKey}"]`)).toBeVisible()
  await sound(page, `${itemPageKey}/new`)
}

describe('each page is sound to axe and to screen readers, and tells the console nothing', () => {
  it.each(OTHERS)('%s', async (path) => sound(await open(path), path))

  it.each(
    Object.values(pages).flatMap(({ listPageKey, ...rest }) =>
      listPageKey === undefined ? [] : [[listPageKey, rest] as const],
    ),
  )('the list on %s, and the new record that it leads to', async (listPageKey, { itemPageKey, canCreate }) => {
    const page = await open(`/p/${listPageKey}`)
    await sound(page, listPageKey)
    if (itemPageKey !== undefined && canCreate) await newFrom(page, itemPageKey)
  })

  it.each(
    Object.values(pages).flatMap(({ listPageKey, itemPageKey, canCreate }) =>
      listPageKey === undefined && itemPageKey !== undefined && canCreate ? [itemPageKey] : [],
    ),
  )('a new record on %s, which has no list', async (itemPageKey) => {
    await sound(await open(`/p/${itemPageKey}/new`), itemPageKey)
  })

  it.each(
    Object.entries(pages).flatMap(([type, { itemPageKey }]) =>
      itemPageKey === undefined ? [] : [[itemPageKey, type] as const],
    ),
  )('a record on %s', async (itemPageKey, type) => {
    const [first] = await list(type, { pageSize: 1, fields: 'id' })
    if (first === undefined) return
    await sound(await open(`/p/${itemPageKey}/${first._id}`), itemPageKey)
  })
})
