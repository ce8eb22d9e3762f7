import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type BrowserContextOptions, expect, type Page } from 'playwright/test'
import { afterAll, afterEach } from 'vitest'
import { openBrowser } from '../harness/browser.ts'
import { ADMIN } from '../harness/credentials.ts'
import { service } from '../harness/service.ts'

/** Assertions that wait until they hold; a slow machine gets its time. */
export const check = expect.configure({ timeout: 20_000 })

const PATIENCE_MS = 20_000

interface OpenOptions extends Pick<BrowserContextOptions, 'viewport' | 'colorScheme'> {
  /** Another server than the project's. */
  readonly url?: string
  /** Someone who has not signed in yet. */
  readonly anonymous?: boolean
}

let browser: Promise<Browser> | undefined
let session: BrowserContext | undefined
const contexts = new Set<BrowserContext>()
const faults: string[] = []
const expected = new WeakMap<Page, RegExp[]>()

afterEach(async ({ task }) => {
  const pages = [...contexts].flatMap((context) => context.pages())
  const found = faults.splice(0)
  const failed = task.result?.state === 'fail' || found.length > 0
  const shots = failed ? await screenshots(pages) : []
  for (const context of contexts) await context.close()
  contexts.clear()
  session = undefined
  if (failed) console.error([`screenshots of “${task.name}”:`, ...shots].join('\n'))
  if (found.length > 0) throw new Error(`the browser complained:\n${found.join('\n')}`)
})

afterAll(async () => {
  await (await browser)?.close()
  browser = undefined
})

/** A new tab of the signed-in administrator; tabs of one test share their session. */
export async function open(path: string, options: OpenOptions = {}): Promise<Page> {
  const shared = session !== undefined && Object.keys(options).length === 0
  const context = shared && session ? session : await newContext(options)
  if (Object.keys(options).length === 0) session = context
  const page = await context.newPage()
  await page.goto(path)
  return page
}

async function newContext({ url = service().url, anonymous = false, ...options }: OpenOptions) {
  browser ??= openBrowser()
  const context = await (await browser).newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    // neither UTC nor a whole number of hours from it
    timezoneId: 'Asia/Kolkata',
    reducedMotion: 'reduce',
    ...options,
  })
  contexts.add(context)
  context.setDefaultTimeout(PATIENCE_MS)
  context.on('page', watch)
  if (!anonymous) await signIn(context, url)
  return context
}

/** Signs a context in without its login page. */
export async function signIn(context: BrowserContext, url: string = service().url): Promise<void> {
  const response = await context.request.post(`${url}/api/v2/auth/login`, {
    headers: { origin: url },
    data: { username: ADMIN.email, password: ADMIN.password },
  })
  if (!response.ok()) throw new Error(`cannot sign in: ${response.status()} ${await response.text()}`)
}

/** The page may tell in its console that requests failed with one of these statuses, or got no answer at all. */
export function allow(page: Page, ...failures: readonly (number | 'unreachable')[]): void {
  const known = expected.get(page) ?? []
  for (const failure of failures)
    known.push(failure === 'unreachable' ? /net::ERR_/ : new RegExp(`status of ${failure} `))
  expected.set(page, known)
}

function watch(page: Page): void {
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    const text = message.text()
    if (message.type() !== 'error' && message.type() !== 'warning') return
    const network = text.startsWith('Failed to load resource:')
    if (network && expected.get(page)?.some((pattern) => pattern.test(text))) return
    faults.push(`${message.type()}: ${text} (${message.location().url})`)
  })
}

async function screenshots(pages: readonly Page[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-screenshots-'))
  const taken = pages.map(async (page, index) => {
    const path = join(folder, `${index + 1}.png`)
    await page.screenshot({ path, timeout: 5000 }).catch(() => undefined)
    return `${path} (${page.url()})`
  })
  return Promise.all(taken)
}
