import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import pg from 'pg'
import { freePort, startChild, whenReady } from '../e2e/harness/child.ts'
import { postgresBinaries } from '../e2e/harness/postgres-binaries.ts'
import { removeLeftovers } from '../e2e/harness/run-folder.ts'

export interface KeptPostgres {
  readonly url: (database: string) => string
  readonly version: string
  readonly pid: number
  readonly stop: () => Promise<void>
}

/** Settings of the server: the same for whatever is measured against it. */
export const SETTINGS: Readonly<Record<string, string>> = {
  shared_buffers: '512MB',
  max_connections: '100',
  fsync: 'off',
  synchronous_commit: 'off',
  max_wal_size: '4GB',
}

/** Starts the embedded Postgres on a free port over a data folder that outlives it. */
export async function startKeptPostgres(folder: string): Promise<KeptPostgres> {
  removeLeftovers()
  await ended(join(folder, 'data/postmaster.pid'))
  const { initdb, postgres, user } = await postgresBinaries()
  const env = { LC_ALL: 'C', PATH: '/usr/bin:/bin' }
  const asUser = user === undefined ? {} : { uid: user, gid: user }
  const data = join(folder, 'data')
  const passwordFile = join(folder, 'password')
  if (!existsSync(join(data, 'PG_VERSION')) || !existsSync(passwordFile)) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    mkdirSync(data, { mode: 0o700 })
    writeFileSync(passwordFile, randomBytes(12).toString('hex'))
    if (user !== undefined) {
      letThrough(folder)
      for (const path of [data, passwordFile]) chownSync(path, user, user)
    }
    const options = ['-D', data, '-U', 'marquee', '-A', 'password', `--pwfile=${passwordFile}`, '-E', 'UTF8']
    const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    execFileSync(initdb, [...options, ...locale, '--no-sync'], { env, stdio: 'pipe', ...asUser })
  }
  const password = readFileSync(passwordFile, 'utf8')
  const port = await freePort()
  const url = (database: string): string => `postgres://marquee:${password}@127.0.0.1:${port}/${database}`
  const settings = { ...SETTINGS, listen_addresses: '127.0.0.1', unix_socket_directories: '' }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = startChild(postgres, ['-D', data, '-p', String(port), ...flags], {
    env,
    ...(user === undefined ? {} : { user }),
  })
  let version = ''
  await whenReady(child, async () => {
    const [row] = await query(url('postgres'), 'show server_version')
    version = String(row?.server_version)
    return true
  })
  return {
    url,
    version,
    pid: child.pid,
    stop: async () => {
      // SIGINT is Postgres's fast shutdown, which does not wait for its clients
      child.signal('SIGINT')
      await child.exited
    },
  }
}

/** Runs statements on a connection of their own and gives the last one's rows. */
export async function query(
  url: string,
  ...statements: readonly string[]
): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    let rows: readonly Record<string, unknown>[] = []
    for (const statement of statements) rows = (await client.query<Record<string, unknown>>(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

/** The database's user must be able to reach its folder through this checkout's. */
function letThrough(folder: string): void {
  chmodSync(folder, 0o711)
  for (let above = dirname(folder); above !== dirname(above); above = dirname(above)) {
    if ((statSync(above).mode & 0o001) !== 0) continue
    throw new Error(`${above} is closed to other users: name another place for the data with --cache`)
  }
}

/** Waits a while for the Postgres of a run that was killed. */
async function ended(pidFile: string): Promise<void> {
  if (!existsSync(pidFile)) return
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  for (let tries = 0; tries < 50 && isRunning(pid); tries++) await new Promise((resolve) => setTimeout(resolve, 100))
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
