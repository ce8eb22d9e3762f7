import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { freePort, startChild, whenReady } from './child.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import { CLUSTER_ENV, newCluster } from './postgres-cluster.ts'
import { runFolder, scratchFolder } from './run-folder.ts'

export interface Databases {
  readonly url: (database: string) => string
  /** A new database, empty or as a copy of another one; gives its URL. */
  readonly createDatabase: (name: string, template?: string) => Promise<string>
  readonly hasDatabase: (name: string) => Promise<boolean>
  readonly renameDatabase: (name: string, to: string) => Promise<void>
  /** Ends what is connected to it. */
  readonly dropDatabase: (name: string) => Promise<void>
}

export interface PostgresServer extends Databases {
  readonly stop: () => Promise<void>
}

/** The databases of a server that runs, by the URL of one of them. */
export function onServer(known: string): Databases {
  const url = (database: string): string => Object.assign(new URL(known), { pathname: `/${database}` }).href
  const run = (statement: string) => runIn(url('postgres'), statement)
  const named = pg.escapeIdentifier
  return {
    url,
    createDatabase: async (name, template = 'template1') => {
      // files are copied as they are: for small databases that takes half of what copying through the log does
      await run(`create database ${named(name)} template ${named(template)} strategy file_copy`)
      return url(name)
    },
    hasDatabase: async (name) =>
      (await run(`select 1 from pg_database where datname = ${pg.escapeLiteral(name)}`)).length > 0,
    renameDatabase: async (name, to) => void (await run(`alter database ${named(name)} rename to ${named(to)}`)),
    dropDatabase: async (name) => void (await run(`drop database if exists ${named(name)} with (force)`)),
  }
}

/** A Postgres of its own on a free port, in a folder that goes with it. Fast rather than durable. */
export async function startPostgres(): Promise<PostgresServer> {
  const binaries = await postgresBinaries()
  const { postgres, user } = binaries
  const folder = scratchFolder('postgres')
  if (user !== undefined) for (const path of [runFolder(), folder]) chmodSync(path, 0o711)
  const data = join(folder, 'data')
  const password = newCluster(data, binaries)
  const port = await freePort()
  const databases = onServer(`postgres://marquee:${password}@127.0.0.1:${port}/postgres`)
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
    checkpoint_timeout: '1h',
    max_wal_size: '4GB',
    max_connections: '200',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = startChild(postgres, ['-D', data, '-p', String(port), ...flags], {
    env: CLUSTER_ENV,
    ...(user === undefined ? {} : { user }),
  })
  await whenReady(child, () => runIn(databases.url('postgres'), 'select 1').then(() => true))

  return {
    ...databases,
    stop: async () => {
      // SIGINT is Postgres's fast shutdown, which does not wait for its clients
      child.signal('SIGINT')
      await child.exited
    },
  }
}

async function runIn(url: string, statement: string): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
