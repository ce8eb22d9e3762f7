import type { Page } from 'playwright/test'
import { afterEach, describe, it } from 'vitest'
import { ADMIN } from '../harness/credentials.ts'
import { request } from '../harness/service.ts'
import { allow, check, open } from './browser.ts'

// the user is everyone's
afterEach(async () => {
  const headers = { 'content-type': 'application/merge-patch+json' }
  await request('/user/current', { method: 'PATCH', headers, body: '{"preferences":{"theme":null}}' })
})

const theme = (page: Page, name: 'light' | 'dark') => page.locator(`html[data-theme="${name}"]`)

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('menuitemradio', { name }).click()
}

describe('the theme', () => {
  it('[D9.c] [D9.d] goes with the user: chosen in one browser, it holds in another', async () => {
    const page = await open('/p/films')
    await check(theme(page, 'light')).toBeVisible()
    const kept = page.waitForResponse((response) => response.url().endsWith('/user/current'))
    await choose(page, 'Dark')
    await check(theme(page, 'dark')).toBeVisible()
    check((await kept).status()).toBe(200)

    const other = await open('/p/films', { anonymous: true })
    allow(other, 401)
    await other.getByLabel('User name').fill(ADMIN.email)
    await other.getByLabel('Password', { exact: true }).fill(ADMIN.password)
    await check(theme(other, 'light')).toBeVisible()
    await other.getByRole('button', { name: 'Sign in' }).click()
    await check(theme(other, 'dark')).toBeVisible()
    await choose(other, 'Light')
    await check(theme(other, 'light')).toBeVisible()
    await page.reload()
    await check(theme(page, 'light')).toBeVisible()
  })
})
