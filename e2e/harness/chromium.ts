import { existsSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { chromium } from 'playwright'
import { startChild } from './child.ts'
import { baseEnvironment, ROOT } from './servers.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the browser's program lies. */
    chromium: string
  }
}

/** Chromium without a window of its own, which takes a fifth less to show the same pages. */
const WITHOUT_WINDOW = '/usr/lib/chromium/chromium-headless-shell'

const INSTALLED = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].flatMap((name) =>
  ['/usr/bin', '/usr/local/bin', '/snap/bin'].map((folder) => join(folder, name)),
)

/**
 * What a browser of the tests is started with: no sandbox for root, nobody talked to but the service, and one process for
 * all tabs of a window, which compiles the shell once for all tests.
 */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--renderer-process-limit=1',
]

const DOWNLOAD_LIMIT_MS = 120_000
const INSTALL_LIMIT_MS = 600_000

/**
 * The path of a Chromium: CHROMIUM_PATH, one that is installed, Debian's package, or playwright's download.
 * @throws when none can be had; says what was tried
 */
export async function findChromium(): Promise<string> {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH) return CHROMIUM_PATH
  const found = installed()
  if (found !== undefined) return found
  const attempts: string[] = []
  for (const install of [aptInstall('chromium-headless-shell'), playwrightInstall, aptInstall('chromium')]) {
    attempts.push(await install())
    const now = installed()
    if (now !== undefined) return now
  }
  throw new Error(`no Chromium for the browser tests:\n${attempts.join('\n')}`)
}

function installed(): string | undefined {
  return [WITHOUT_WINDOW, ...INSTALLED, chromium.executablePath()].find((path) => existsSync(path))
}

const aptInstall = (name: string) => async (): Promise<string> => {
  if (process.getuid?.() !== 0) return `${name}: only root installs packages\n`
  const updated = await attempt('/usr/bin/apt-get', ['update'], INSTALL_LIMIT_MS)
  return updated + (await attempt('/usr/bin/apt-get', ['install', '-y', name], INSTALL_LIMIT_MS))
}

function playwrightInstall(): Promise<string> {
  return attempt(join(ROOT, 'node_modules/.bin/playwright'), ['install', 'chromium'], DOWNLOAD_LIMIT_MS)
}

/** Runs a program to its end or its limit; gives what it wrote. */
async function attempt(program: string, args: readonly string[], limitMs: number): Promise<string> {
  if (!existsSync(program)) return `${program}: not there\n`
  const { HOME = '/root' } = process.env
  const child = startChild(program, args, {
    cwd: ROOT,
    env: { ...baseEnvironment(), HOME, DEBIAN_FRONTEND: 'noninteractive', PATH: process.env.PATH ?? '' },
  })
  const limit = setTimeout(() => void child.stop(), limitMs)
  await child.exited
  clearTimeout(limit)
  return `${program} ${args.join(' ')}:\n${child.output().slice(-2000)}\n`
}
