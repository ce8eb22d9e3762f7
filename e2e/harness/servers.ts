import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { type Child, freePort, startChild, whenReady } from './child.ts'
import { scratchFolder } from './run-folder.ts'

export type RuntimeName = 'node' | 'deno' | 'workerd'
export type Settings = Readonly<Record<string, string>>

export interface RunningServer extends Child {
  readonly url: string
}

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The environment programs of a test get, besides what they are given: nothing of the caller's own settings. */
export function baseEnvironment(): Settings {
  const home = scratchFolder('home')
  return {
    PATH: `${join(ROOT, 'node_modules/.bin')}:/usr/local/bin:/usr/bin:/bin`,
    HOME: home,
    NO_COLOR: '1',
    CI: 'true',
    // hundreds of processes run the same source: to read and compile it is half of what a start costs
    NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled'),
  }
}

interface Life {
  /** It is to answer a whole run's requests. */
  readonly lasting?: boolean
}

/** How each runtime is started with some settings on a port. */
const COMMANDS: Readonly<Record<RuntimeName, (settings: Settings, port: number, life: Life) => readonly string[]>> = {
  node: (_settings, _port, { lasting }) =>
    lasting ? ['node', 'server/runtime/node.ts'] : ['node', ...SHORT_LIVED, program('node', 'server/runtime/node.ts')],
  deno: () => ['deno', 'run', '--cached-only', ...DENO_RIGHTS, 'server/runtime/deno.ts'],
  workerd: (settings, port) => ['wrangler', ...wranglerArguments(settings, port)],
}

/**
 * For programs that run for seconds: the embedded database is WebAssembly, and half of what a start costs would go into
 * compiling it once more, into faster code.
 */
export const SHORT_LIVED = ['--liftoff-only']

/** What a process that is started often runs: see server-build.ts. Without a build, or to answer a whole run, the source. */
export function program(name: 'node' | 'marquee', source: string): string {
  const { MARQUEE_BUILT } = process.env
  return MARQUEE_BUILT ? join(MARQUEE_BUILT, `${name}.js`) : source
}

const DENO_RIGHTS = ['net', 'env', 'read', 'write', 'sys'].map((right) => `--allow-${right}`)

/** What keeps wrangler from talking to anyone but the machine it runs on. */
export const WRANGLER_OFFLINE: Settings = { WRANGLER_SEND_METRICS: 'false', CLOUDFLARE_CF_FETCH_ENABLED: 'false' }

/** `wrangler dev` with the settings as the Worker's variables and nothing written into the checkout. */
export function wranglerArguments(settings: Settings, port: number, inspectorPort = 0): readonly string[] {
  const folder = scratchFolder('worker')
  const variables = join(folder, 'vars')
  writeFileSync(
    variables,
    Object.entries(settings)
      // a quote within double quotes ends them, backslash or not
      .map(([name, value]) => `${name}=${value.includes('"') ? `'${value}'` : JSON.stringify(value)}\n`)
      .join(''),
  )
  // wrangler insists on the folder even where nobody asks for the shell
  mkdirSync(join(ROOT, 'shell/dist'), { recursive: true })
  const options = { port, 'inspector-port': inspectorPort, 'env-file': variables, 'persist-to': folder }
  const given = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])
  return ['dev', '--ip', '127.0.0.1', '--show-interactive-dev-session=false', ...given]
}

/** Starts the service on a free port and waits until it answers. */
export async function startServer(runtime: RuntimeName, settings: Settings, life: Life = {}): Promise<RunningServer> {
  const port = await freePort()
  const child = launch(runtime, settings, port, life)
  const url = `http://127.0.0.1:${port}`
  await whenReady(child, async () => (await fetch(`${url}/health`)).ok)
  return { ...child, url }
}

/** Starts the service without waiting for it: for starts that are to fail. */
export function launch(runtime: RuntimeName, settings: Settings, port: number, life: Life = {}): Child {
  const [command = '', ...args] = COMMANDS[runtime](settings, port, life)
  const env = { ...baseEnvironment(), ...WRANGLER_OFFLINE, ...settings, PORT: String(port) }
  return startChild(join(ROOT, 'node_modules/.bin', command), args, { cwd: ROOT, env })
}
