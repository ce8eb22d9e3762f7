import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type BrowserContextOptions, expect, type Page } from 'playwright/test'
import type { TestContext } from 'vitest'
import { openBrowser } from '../harness/browser.ts'
import { ADMIN } from '../harness/credentials.ts'
import { service } from '../harness/service.ts'

/** Assertions that wait until they hold; a slow machine gets its time. */
export const check = expect.configure({ timeout: 20_000 })

const PATIENCE_MS = 20_000

interface OpenOptions extends Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'locale'> {
  /** Another server than the project's. */
  readonly url?: string
  /** Someone who has not signed in yet. */
  readonly anonymous?: boolean
  /** Someone else than the administrator. */
  readonly user?: Credentials
  /** In a window of its own, with nothing in its cache. */
  readonly fresh?: boolean
}

export interface Credentials {
  readonly username: string
  readonly password: string
}

type ContextOptions = Omit<OpenOptions, 'viewport' | 'colorScheme'>

interface Complaint {
  readonly page: Page
  readonly text: string
}

let browser: Promise<Browser> | undefined
/** The administrator's session and cache, kept from test to test and file to file; what a test leaves in it is removed. */
let shared: Promise<BrowserContext> | undefined
/** A tab of nothing in it: as long as it is there its window is, and to open a window costs as much as to load a page. */
let idle: Page | undefined
const others = new Set<BrowserContext>()
const complaints: Complaint[] = []
const expected = new WeakMap<Page, RegExp[]>()

/** After each test: closes what it opened, and fails it when a page complained. */
export async function closePages({ task }: Pick<TestContext, 'task'>): Promise<void> {
  const kept = await shared
  const contexts = [...others, ...(kept ? [kept] : [])]
  const pages = contexts.flatMap((context) => context.pages()).filter((page) => page !== idle)
  const found = complaints.splice(0).filter(({ page, text }) => !expected.get(page)?.some((known) => known.test(text)))
  if (task.result?.state === 'fail' || found.length > 0) {
    console.error([`screenshots of “${task.name}”:`, ...(await screenshots(pages))].join('\n'))
  }
  if (kept) await tidy(kept)
  for (const context of others) await context.close()
  others.clear()
  if (found.length > 0) throw new Error(`the browser complained:\n${found.map(({ text }) => text).join('\n')}`)
}

/**
 * A new tab of the signed-in administrator. Tabs of one test share their session, unless they are given options of more
 * than how a tab looks.
 */
export async function open(path: string, { viewport, colorScheme, ...options }: OpenOptions = {}): Promise<Page> {
  const page = await (await contextOf(options)).newPage()
  if (viewport) await page.setViewportSize(viewport)
  if (colorScheme) await page.emulateMedia({ colorScheme })
  await page.goto(path)
  return page
}

/**
 * The page may tell in its console that requests failed with one of these statuses, or got no answer at all, or that a
 * script was not what it must hash to, or that its policy kept a frame or a script out.
 */
export function allow(
  page: Page,
  ...failures: readonly (number | 'unreachable' | 'integrity' | 'frame' | 'policy')[]
): void {
  const patterns = failures.map((failure) => {
    if (failure === 'integrity') return /^error: Failed to find a valid digest in the 'integrity' attribute/
    if (failure === 'policy')
      return /^error: Loading the script '.*' violates the following Content Security Policy directive/
    if (failure === 'frame') return /^error: Framing '.*' violates the following Content Security Policy directive/
    const text = failure === 'unreachable' ? 'net::ERR_' : `.* status of ${failure} `
    return new RegExp(`^error: Failed to load resource: ${text}`)
  })
  expected.set(page, [...(expected.get(page) ?? []), ...patterns])
}

async function contextOf(options: ContextOptions): Promise<BrowserContext> {
  if (Object.keys(options).length > 0) {
    const context = await newContext(options)
    others.add(context)
    return context
  }
  shared ??= newShared()
  // the next test tries it again
  shared.catch(() => {
    shared = undefined
  })
  return shared
}

async function newShared(): Promise<BrowserContext> {
  const context = await newContext({})
  idle = await context.newPage()
  return context
}

const ADMINISTRATOR: Credentials = { username: ADMIN.email, password: ADMIN.password }

async function newContext({ url = service().url, anonymous = false, user = ADMINISTRATOR, locale }: ContextOptions) {
  browser ??= openBrowser().then((opened) => opened.on('disconnected', forget))
  const context = await (await browser).newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    locale: locale ?? 'en-GB',
    // neither UTC nor a whole number of hours from it
    timezoneId: 'Asia/Kolkata',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(PATIENCE_MS)
  context.on('page', watch)
  if (!anonymous) await signIn(context, url, user)
  return context
}

/** A browser that came to its end takes one test with it, not all that follow. */
function forget(): void {
  browser = undefined
  shared = undefined
  others.clear()
}

async function signIn(context: BrowserContext, url: string, user: Credentials): Promise<void> {
  const response = await context.request.post(`${url}/api/v2/auth/login`, {
    headers: { origin: url },
    data: user,
  })
  if (!response.ok()) throw new Error(`cannot sign in: ${response.status()} ${await response.text()}`)
}

function watch(page: Page): void {
  page.on('pageerror', (error) => complaints.push({ page, text: `uncaught: ${error.stack ?? error.message}` }))
  page.on('console', (message) => {
    const type = message.type()
    if (type !== 'error' && type !== 'warning') return
    complaints.push({ page, text: `${type}: ${message.text()} (${message.location().url})` })
  })
}

/** Closes the pages and takes away what was stored; a session that was ended is not used again. */
async function tidy(context: BrowserContext): Promise<void> {
  const pages = context.pages().filter((page) => page !== idle)
  await pages[0]?.evaluate(() => localStorage.clear()).catch(() => undefined)
  for (const page of pages) await page.close()
  const cookies = await context.cookies()
  if (cookies.length > 0) return
  shared = undefined
  await context.close()
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
