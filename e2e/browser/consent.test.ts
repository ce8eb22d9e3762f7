import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright/test'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { challengeOf } from '../../server/auth/pkce.ts'
import { ADMIN } from '../harness/credentials.ts'
import { service } from '../harness/service.ts'
import { newClient } from '../http/oauth-flow.ts'
import { allow, check, open } from './browser.ts'
import { doubledIds, faintTexts, isTooWide, nameless } from './inspect.ts'

/** The application that the browser is led back to: it shows what it was told. */
let application: Server
let callback: string

beforeAll(async () => {
  application = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><link rel="icon" href="data:,"><title>App</title><p>${request.url?.slice(0, 9)}</p>`)
  })
  await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve))
  callback = `http://127.0.0.1:${(application.address() as AddressInfo).port}/callback`
})
afterAll(() => new Promise((resolve) => application.close(resolve)))

async function authorizePath(): Promise<string> {
  const members = { name: 'Cutting room', redirect_uris: callback, isFirstParty: false } as const
  const { id } = await newClient({ type: '2', ...members })
  const parameters = {
    response_type: 'code',
    client_id: id,
    redirect_uri: callback,
    state: 'a state',
    code_challenge: await challengeOf('v'.repeat(43)),
    code_challenge_method: 'S256',
  }
  return `/oauth/authorize?${new URLSearchParams(parameters)}`
}

/** What the application was told. */
async function told(page: Page): Promise<Record<string, string>> {
  await check(page).toHaveURL(/\/callback\?/)
  await check(page.getByText('/callback')).toBeVisible()
  return Object.fromEntries(new URL(page.url()).searchParams)
}

describe('an application that wants to act for a person', () => {
  it('[AUTH4] [AUTH5] sends a person who is not signed in to the sign-in, and is allowed afterwards', async () => {
    const path = await authorizePath()
    const page = await open(path, { anonymous: true })
    allow(page, 401)
    await page.getByLabel('User name').fill(ADMIN.email)
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await check(page.getByRole('heading', { name: 'Allow Cutting room?', level: 1 })).toBeVisible()
    check(new URL(page.url()).pathname).toBe('/oauth/authorize')
    await page.getByRole('button', { name: 'Allow' }).click()
    const { code, state, iss } = await told(page)
    check([code?.length, state, iss]).toEqual([43, 'a state', service().url])
  })

  it('[A1.d] is told when the person denies it', async () => {
    const page = await open(await authorizePath())
    await page.getByRole('button', { name: 'Deny' }).focus()
    await page.keyboard.press('Enter')
    check(await told(page)).toMatchObject({ error: 'access_denied', state: 'a state' })
  })

  it('[A1.d] is asked about on a page that is sound in both themes, and so is a refusal', async () => {
    const path = await authorizePath()
    for (const shown of [path, path.replace('redirect_uri=', 'redirect_uri=x')]) {
      const page = await open(shown)
      if (shown !== path) allow(page, 400)
      for (const [colorScheme, width] of [
        ['light', 1440],
        ['dark', 360],
      ] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.setViewportSize({ width, height: 900 })
        const found = {
          nameless: await nameless(page),
          doubledIds: await doubledIds(page),
          faintTexts: await faintTexts(page),
          isTooWide: await isTooWide(page),
          headings: await page.getByRole('heading', { level: 1 }).count(),
          main: await page.getByRole('main').count(),
        }
        const sound = { nameless: [], doubledIds: [], faintTexts: [], isTooWide: false, headings: 1, main: 1 }
        check(found, `${shown} ${colorScheme}`).toEqual(sound)
      }
    }
  })
})
