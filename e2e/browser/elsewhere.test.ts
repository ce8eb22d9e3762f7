import { afterAll, beforeAll, describe, it } from 'vitest'
import { codeOf } from '../harness/authenticator.ts'
import { CREDENTIALS } from '../harness/credentials.ts'
import { type PostgresServer, startPostgres } from '../harness/postgres.ts'
import { scratchFolder } from '../harness/run-folder.ts'
import { type SplitServer, startSplit } from '../harness/split.ts'
import { callerOf } from '../process/saves.ts'
import { allow, check, open } from './browser.ts'
import { input } from './form.ts'

/** Not the services' user, who can have no second factor. */
const PERSON = { username: 'vera', name: 'Vera', password: 'a long enough password', is_administrator: true }

let postgres: PostgresServer
let split: SplitServer

beforeAll(async () => {
  postgres = await startPostgres()
  const DATABASE_URL = await postgres.createDatabase('split')
  // half a minute after its sign-in a session's tokens are replaced
  const settings = { DATA_DIR: scratchFolder('data'), LOG_LEVEL: 'warn', ACCESS_TOKEN_MINUTES: '1' }
  split = await startSplit({ ...CREDENTIALS, ...settings, DATABASE_URL })
  const made = await (await callerOf(split.url)).send('POST', '/api/v1/users', { users: [PERSON] })
  if (!made.ok) throw new Error(await made.text())
})
afterAll(async () => {
  await split?.stop()
  await postgres?.stop()
})

type Page = Awaited<ReturnType<typeof open>>

async function choose(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'Account of' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

async function signInByHand(page: Page): Promise<void> {
  await page.getByLabel('User name').fill(PERSON.username)
  await page.getByLabel('Password', { exact: true }).fill(PERSON.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const sessionOf = async (page: Page): Promise<string | undefined> =>
  (await page.context().cookies()).find(({ name }) => name === 'marquee_session')?.value

describe('pages whose sign-in, records and files are other processes', () => {
  it('[G1.b] [G1.e] [AUTH12] [AUTH14] sign in, save, go on beyond their tokens, and sign out with a second factor', async () => {
    const page = await open('/p/adm_group/new', { url: split.url, anonymous: true })
    allow(page, 401, 422)
    await signInByHand(page)
    const signedInAt = Date.now()
    await input(page, 'name').fill('Elsewhere')
    const first = await sessionOf(page)
    await page.getByRole('button', { name: 'Create' }).click()
    await check(page).toHaveURL(/\/p\/adm_group\/\d+/)

    await choose(page, 'Account')
    await page.getByRole('main').getByRole('button', { name: 'Set up second factor' }).click()
    const dialog = page.getByRole('dialog', { name: 'Second factor' })
    await dialog.getByLabel('Current password').fill(PERSON.password)
    await page.keyboard.press('Enter')
    const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
    const at = Date.now()
    await dialog.getByLabel('One-time code').fill(codeOf(secret, at))
    await page.keyboard.press('Enter')
    await check(dialog.getByRole('listitem')).toHaveCount(10)
    await dialog.getByRole('button', { name: 'I have kept them' }).click()

    await page.waitForTimeout(Math.max(0, signedInAt + 30_000 - Date.now()))
    const later = async (): Promise<string | undefined> => {
      await page.goto('/p/adm_groups')
      await check(page.getByRole('link', { name: 'Elsewhere' })).toBeVisible()
      return sessionOf(page)
    }
    await check.poll(later, { intervals: [2000], timeout: 25_000 }).not.toBe(first)

    await choose(page, 'Sign out')
    await signInByHand(page)
    await page.getByLabel('One-time code').fill(codeOf(secret, at, 1))
    await page.keyboard.press('Enter')
    await check(page.getByRole('button', { name: 'Account of' })).toBeVisible()
    await choose(page, 'Sign out')
    await page.goto('/p/adm_groups')
    await check(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  }, 120_000)
})
