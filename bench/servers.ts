import { join } from 'node:path'
import process from 'node:process'
import { type Child, freePort, startChild, whenReady } from '../e2e/harness/child.ts'

export interface MeasuredServer {
  readonly name: 'ours' | 'limit'
  readonly port: number
  readonly pid: number
  /** Header lines that every request to it carries. */
  readonly headers: string
  readonly stop: () => Promise<void>
}

export interface ServerOptions {
  /** Arguments for Node itself, such as those of its profiler. */
  readonly nodeArguments?: readonly string[]
  readonly settings?: Readonly<Record<string, string>>
}

const ROOT = join(import.meta.dirname, '..')
/** The administrator. */
export const USER = { name: 'bench@marquee.test', password: 'nobody-else-has-this-database' }
const CLIENT = { id: 'bench', secret: 'nobody-else-has-this-database' }

/** Starts the service as an operator would, and signs a service client in. */
export async function startOurs(databaseUrl: string, options: ServerOptions = {}): Promise<MeasuredServer> {
  const port = await freePort()
  const child = start(['server/runtime/node.ts'], options, {
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    DEMO: 'false',
    LOG_LEVEL: 'error',
    ADMIN_EMAIL: USER.name,
    ADMIN_PASSWORD: USER.password,
    SERVICE_CLIENT_ID: CLIENT.id,
    SERVICE_CLIENT_SECRET: CLIENT.secret,
  })
  const url = `http://127.0.0.1:${port}`
  await whenReady(child, async () => (await fetch(`${url}/health`)).ok)
  const headers = `authorization: Bearer ${await accessToken(url)}\r\n`
  return { name: 'ours', port, pid: child.pid, headers, stop: child.stop }
}

export async function startLimit(databaseUrl: string, options: ServerOptions = {}): Promise<MeasuredServer> {
  const child = start(['bench/limit.ts'], options, { DATABASE_URL: databaseUrl })
  await whenReady(child, async () => child.stdout() !== '')
  return { name: 'limit', port: Number(child.stdout()), pid: child.pid, headers: '', stop: child.stop }
}

function start(
  args: readonly string[],
  { nodeArguments = [], settings = {} }: ServerOptions,
  env: Readonly<Record<string, string>>,
): Child {
  return startChild(process.execPath, [...nodeArguments, ...args], { cwd: ROOT, env: { ...env, ...settings } })
}

async function accessToken(url: string): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'password',
    client_id: CLIENT.id,
    client_secret: CLIENT.secret,
    username: USER.name,
    password: USER.password,
  })
  const response = await fetch(`${url}/oauth/token`, { method: 'POST', body })
  if (!response.ok) throw new Error(`no access token: ${response.status} ${await response.text()}`)
  const { access_token: token } = (await response.json()) as { readonly access_token: string }
  return token
}
