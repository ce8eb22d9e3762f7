import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { freePort, startChild, whenReady } from './child.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import { runFolder, scratchFolder } from './run-folder.ts'

export interface PostgresServer {
  readonly url: (database: string) => string
  /** A new database, empty or as a copy of another one; gives its URL. */
  readonly createDatabase: (name: string, template?: string) => Promise<string>
  readonly stop: () => Promise<void>
}

/** A Postgres of its own on a free port, in a folder that goes with it. Fast rather than durable. */
export async function startPostgres(): Promise<PostgresServer> {
  const { initdb, postgres, user } = await postgresBinaries()
  const folder = scratchFolder('postgres')
  const data = join(folder, 'data')
  const password = randomBytes(12).toString('hex')
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password)
  mkdirSync(data, { mode: 0o700 })
  if (user !== undefined) {
    for (const path of [runFolder(), folder]) chmodSync(path, 0o711)
    for (const path of [data, passwordFile]) chownSync(path, user, user)
  }
  const env = { LC_ALL: 'C', PATH: '/usr/bin:/bin' }
  const initialise = ['-D', data, '-U', 'marquee', '-A', 'password', `--pwfile=${passwordFile}`, '-E', 'UTF8']
  execFileSync(initdb, [...initialise, '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-sync'], {
    env,
    stdio: 'pipe',
    ...(user === undefined ? {} : { uid: user, gid: user }),
  })

  const port = await freePort()
  const url = (database: string): string => `postgres://marquee:${password}@127.0.0.1:${port}/${database}`
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = startChild(postgres, ['-D', data, '-p', String(port), ...flags], {
    env,
    ...(user === undefined ? {} : { user }),
  })
  await whenReady(child, () => run(url('postgres'), 'select 1').then(() => true))

  return {
    url,
    createDatabase: async (name, template = 'template1') => {
      await run(
        url('postgres'),
        `create database ${pg.escapeIdentifier(name)} template ${pg.escapeIdentifier(template)}`,
      )
      return url(name)
    },
    stop: async () => {
      // SIGINT is Postgres's fast shutdown, which does not wait for its clients
      child.signal('SIGINT')
      await child.exited
    },
  }
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
