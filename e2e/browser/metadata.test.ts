import type { Page } from 'playwright/test'
import { afterAll, describe, it } from 'vitest'
import { create as createRecord, find, send, word } from '../http/client.ts'
import { allow, check, open } from './browser.ts'
import { choose, errorAt, input, openTab } from './form.ts'

const name = word().slice(0, 20)

afterAll(async () => {
  const { _id } = await find('adm_mediatypes', { name })
  await send('DELETE', `/adm_mediatypes/${_id}`, { query: 'confirmLoss=true' })
})

/** Fills in a new record's fields and creates it. */
async function create(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [field, value] of Object.entries(values)) await input(page, field).fill(value)
  await page.getByRole('button', { name: 'Create' }).click()
}

describe('an editor of metadata', () => {
  it('[M1.b] makes a media type, a field, a page and its list by their forms', async () => {
    const page = await open('/p/adm_mediatypes')
    await page.getByRole('link', { name: 'New' }).click()
    allow(page, 422)
    await create(page, { name: 'settings', label: 'Boat', label_plural: 'Boats' })
    await check(errorAt(page, 'name')).toContainText('choose another')
    await create(page, { name })
    await check(page).toHaveURL(/\/p\/adm_mediatype\/\d+/)

    await page.goto(new URL('/p/adm_field/new', page.url()).href)
    await input(page, 'mediatype').fill(name)
    await choose(page, input(page, 'type'), 'Integer')
    await create(page, { name: 'length', label: 'Length' })
    await check(page).toHaveURL(/\/p\/adm_field\/\d+/)

    await page.goto(new URL('/p/adm_page/new', page.url()).href)
    await create(page, { page_key: name, title: 'All boats', mediatype: name })
    await check(page).toHaveURL(/\/p\/adm_page\/\d+/)
    await openTab(page, 'Menu')

    await page.goto(new URL(`/p/${name}`, page.url()).href)
    await check(page.getByRole('main')).toContainText('This page has no components yet')
    await page.getByRole('main').getByRole('link', { name: 'Page components' }).click()
    await check(page).toHaveURL(/\/p\/adm_page_components/)

    await page.goto(new URL('/p/adm_page_component/new', page.url()).href)
    await input(page, 'page_key').fill(name)
    await input(page, 'type').fill('relatedLisst')
    await page.keyboard.press('Enter')
    await check(input(page, 'type')).toBeFocused()
    await check(page).toHaveURL(/\/p\/adm_page_component\/new/)
    await input(page, 'type').fill('ifr')
    await check(page.locator('.ant-select-dropdown:visible .mq-offered', { hasText: 'iframe' })).toBeVisible()
    await create(page, { page_key: name, type: 'list' })
    await check(page).toHaveURL(/\/p\/adm_page_component\/\d+/)

    await page.goto(new URL(`/p/${name}`, page.url()).href)
    await check(page.getByRole('heading', { level: 1 })).toContainText('All boats')
    await createRecord(name, { length: 12 })
    await page.reload()
    await check(page.getByRole('columnheader', { name: 'Length' })).toBeVisible()
    await check(page.getByRole('cell', { name: '12', exact: true })).toBeVisible()
  })
})
