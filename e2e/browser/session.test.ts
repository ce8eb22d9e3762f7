import type { Page } from 'playwright/test'
import { describe, it } from 'vitest'
import { ADMIN } from '../harness/credentials.ts'
import { newMovie, read } from '../http/client.ts'
import { allow, check, open } from './browser.ts'
import { input, saveBar } from './form.ts'

async function signInByHand(page: Page, password: string = ADMIN.password): Promise<void> {
  await page.getByLabel('User name').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function signOutByHand(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account of' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await check(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
}

describe('signing in', () => {
  it('[AUTH18] [ERR:unauthenticated.2] leads from a deep link to the sign-in and back to where it pointed', async () => {
    const film = await newMovie({ title: 'Deep Link' })
    const place = `/p/film/${film._id}?previousPageKey=films`
    const page = await open(place, { anonymous: true })
    allow(page, 401)
    await check(page).toHaveURL(/\/login\?next=/)
    await signInByHand(page)
    await check(input(page, 'title')).toHaveValue('Deep Link')
    check(page.url().endsWith(place)).toBe(true)
  })

  it('[A3] says when the password is wrong, and keeps the user name', async () => {
    const page = await open('/', { anonymous: true })
    allow(page, 401)
    await signInByHand(page, 'not the password')
    await check(page.getByRole('alert')).toContainText('The user name or the password is not right.')
    await check(page.getByLabel('User name')).toHaveValue(ADMIN.email)
    await check(page.getByLabel('Password', { exact: true })).toBeFocused()
    await signInByHand(page)
    await check(page.getByRole('heading', { name: 'Start' })).toBeVisible()
  })

  it('does not lead elsewhere by a forged address', async () => {
    const page = await open('/login?next=//example.com/p/films', { anonymous: true })
    allow(page, 401)
    await signInByHand(page)
    await check(page.getByRole('heading', { name: 'Start' })).toBeVisible()
    await check(page).toHaveURL(/127\.0\.0\.1:\d+\/$/)
  })
})

describe('the end of a session', () => {
  it('[A7] keeps unsaved edits and lets the user sign in again over them', async () => {
    const film = await newMovie({ title: 'Before' })
    const page = await open(`/p/film/${film._id}`)
    allow(page, 401)
    await input(page, 'title').fill('After')

    const other = await open('/p/people')
    allow(other, 401)
    await signOutByHand(other)

    await page.getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await check(dialog).toBeVisible()
    check(await read('movies', film._id)).toMatchObject({ title: 'Before' })
    await dialog.getByLabel('Password', { exact: true }).fill(ADMIN.password)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await check(saveBar(page)).toHaveAttribute('data-status', 'saved')
    await check(dialog).toBeHidden()
    await check(input(page, 'title')).toHaveValue('After')
    check(await read('movies', film._id)).toMatchObject({ title: 'After' })
  })

  it('keeps unsaved edits also when the user does not sign in yet', async () => {
    const film = await newMovie({ title: 'Before' })
    const page = await open(`/p/film/${film._id}`)
    allow(page, 401)
    await input(page, 'title').fill('After')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.getByRole('button', { name: 'Close' }).click()
    await check(saveBar(page)).toContainText('you are not signed in')
    await check(input(page, 'title')).toHaveValue('After')
    await page.getByRole('button', { name: 'Save' }).click()
    await check(dialog).toBeVisible()
  })

  it('[AUTH18] without unsaved edits leads to the sign-in and back to the page that was asked for', async () => {
    const page = await open('/p/films')
    allow(page, 401)
    await check(page.locator('tbody tr')).toHaveCount(20)
    await page.context().clearCookies()
    await page.getByRole('link', { name: 'People' }).click()
    await check(page.getByText('You were signed out. Sign in to go on.')).toBeVisible()
    await signInByHand(page)
    await check(page.getByRole('heading', { level: 1 })).toContainText('People')
  })

  it('[A3.f] comes by signing out, after which back shows nothing', async () => {
    const page = await open('/p/people')
    allow(page, 401)
    await page.getByRole('link', { name: 'Films' }).click()
    await check(page.getByRole('link', { name: 'Inception' })).toBeVisible()
    await signOutByHand(page)
    await check(page.getByText('Content management for media catalogues')).toBeVisible()
    await page.goBack()
    await check(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await page.goto('/p/films')
    await check(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  })
})
