import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { CHROMIUM_FLAGS, findChromium } from './harness/chromium.ts'
import { ADMIN, CREDENTIALS } from './harness/credentials.ts'
import { scratchFolder } from './harness/run-folder.ts'
import { ROOT, type RunningServer, startServer } from './harness/servers.ts'
import { buildShell } from './harness/shell-build.ts'

/** `node e2e/screenshots.ts`: pictures of the shell with the demo catalogue, for the documentation. */
const FOLDER = join(ROOT, 'docs/images')
const SIZE = { width: 1440, height: 900 }
const FILTER = 'director[name]_$eq_Steven Spielberg_$and_release_date_$ge_1990-01-01'
const FILM = 'Catch Me if You Can'
const COLLECTION = 'Highest grossing'

await buildShell()
mkdirSync(FOLDER, { recursive: true })
const server = await startServer('node', { ...CREDENTIALS, DATA_DIR: scratchFolder('data'), DEMO: 'true' })
const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_FLAGS })
try {
  for (const theme of ['light', 'dark'] as const) await picture(browser, server, theme)
} finally {
  await browser.close()
  await server.stop()
}

async function picture(on: Browser, { url }: RunningServer, colorScheme: 'light' | 'dark'): Promise<void> {
  const context = await on.newContext({
    baseURL: url,
    viewport: SIZE,
    deviceScaleFactor: 1,
    colorScheme,
    locale: 'en-US',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await signIn(page)
  await page.goto(`/p/films?${new URLSearchParams({ filter: FILTER })}`)
  await page.locator('tbody tr').first().waitFor()
  await take(page, `list-${colorScheme}`)
  await page.getByRole('link', { name: FILM }).first().click()
  await page.getByRole('form').waitFor()
  await take(page, `form-${colorScheme}`)
  await page.goto('/p/collections')
  await page.getByRole('link', { name: COLLECTION }).click()
  await moveAndRemove(page)
  await take(page, `related-list-${colorScheme}`)
  await context.close()
}

/** A list in the middle of being edited: what is moved, changed and removed is seen before it is saved. */
async function moveAndRemove(page: Page): Promise<void> {
  const films = page.locator('[data-type="orderedRelatedList"]')
  await films.getByRole('button', { name: 'Move Toy Story 3', exact: true }).focus()
  for (const key of ['Space', 'ArrowUp', 'ArrowUp', 'Space']) await page.keyboard.press(key)
  await films.getByRole('button', { name: 'Remove The Dark Knight', exact: true }).click()
  await films.evaluate((element) => element.scrollIntoView({ block: 'start' }))
  await page.mouse.move(0, 0)
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByLabel('User name').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Start' }).waitFor()
}

async function take(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  for (const waiting of ['.mq-widget-loading', '.mq-row-bones']) {
    await page.locator(waiting).first().waitFor({ state: 'detached' })
  }
  await page.screenshot({ path: join(FOLDER, `${name}.png`) })
  console.log(`docs/images/${name}.png`)
}
