import { CREDENTIALS } from './credentials.ts'
import { type PostgresServer, startPostgres } from './postgres.ts'
import { startServer } from './servers.ts'

export interface SharedPostgres {
  /** A new database with the schema and the demo catalogue; gives its URL. */
  readonly createCatalogue: (name: string) => Promise<string>
  /** The last one to release it stops it. */
  readonly release: () => Promise<void>
}

const TEMPLATE = 'catalogue'

interface Holding {
  readonly starting: Promise<PostgresServer>
  users: number
}

// each project loads this file anew: what they share can only lie outside of it
const shared = globalThis as { marqueePostgres?: Holding | undefined }

/** One Postgres for all projects of a run, with a catalogue made once and copied for each. */
export async function sharedPostgres(): Promise<SharedPostgres> {
  shared.marqueePostgres ??= { starting: startWithTemplate(), users: 0 }
  const holding = shared.marqueePostgres
  holding.users += 1
  const server = await holding.starting
  return {
    createCatalogue: (name) => server.createDatabase(name, TEMPLATE),
    release: async () => {
      holding.users -= 1
      if (holding.users > 0) return
      shared.marqueePostgres = undefined
      await server.stop()
    },
  }
}

async function startWithTemplate(): Promise<PostgresServer> {
  const server = await startPostgres()
  // the service itself makes the template, as it would for anyone
  const url = await server.createDatabase(TEMPLATE)
  const service = await startServer('node', { ...CREDENTIALS, DATABASE_URL: url, DEMO: 'true' })
  await service.stop()
  return server
}
