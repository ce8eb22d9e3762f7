import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CREDENTIALS } from '../harness/credentials.ts'
import { dataFolder } from '../harness/data-folder.ts'
import { type PostgresServer, startPostgres } from '../harness/postgres.ts'
import { type RunningServer, type Settings, startServer } from '../harness/servers.ts'
import { type Acknowledged, type Caller, callerOf, eventually, saveSource, upTo, versionsInHistory } from './saves.ts'

const WRITES = 1000
const KILL_AFTER = 450
/** Longer than a killed instance's claim to the delivery. */
const PATIENCE_MS = 30_000

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

const running: RunningServer[] = []
afterAll(async () => {
  for (const server of running) await server.stop()
})

const databases: readonly (readonly [string, () => Promise<Settings>])[] = [
  ['Postgres', async () => ({ DATABASE_URL: await postgres.createDatabase('killed') })],
  ['PGlite', async () => ({ DATA_DIR: await dataFolder() })],
]

describe.each(databases)('a process on %s that is killed in the middle of 1,000 writes', (_name, database) => {
  it('[EV1] [EV2] has kept every acknowledged write, each with exactly one history entry, and none by halves', async () => {
    const settings = { ...CREDENTIALS, ...(await database()), DEMO: 'false', LOG_LEVEL: 'warn' }
    const start = async (): Promise<RunningServer> => {
      const server = await startServer('node', settings)
      running.push(server)
      return server
    }
    const first = await start()
    const acknowledged = await writeUntilKilled(first)
    await first.exited
    const writes = acknowledged.reduce((sum, { version }) => sum + version, 0)
    expect(writes).toBeGreaterThanOrEqual(KILL_AFTER)
    expect(writes).toBeLessThan(WRITES)

    const second = await start()
    const caller = await callerOf(second.url)
    const records = await allSources(caller)
    for (const { id, version } of acknowledged) expect(records.get(id)).toBeGreaterThanOrEqual(version)
    // a write that was under way is there with its entry, or not at all
    await eventually(async () => {
      for (const [id, version] of records) {
        const versions = await versionsInHistory(caller, id)
        if (versions.length < version) return `record ${id} has version ${version} and entries for ${versions.join()}`
      }
      return null
    }, PATIENCE_MS)
    for (const [id, version] of records) expect([id, await versionsInHistory(caller, id)]).toEqual([id, upTo(version)])
    // nor is anything told of a record that did not come to be
    expect((await recordsInHistory(caller)).filter((id) => !records.has(id))).toEqual([])
  }, 150_000)
})

/** Writes until the process is gone; gives what it acknowledged. */
async function writeUntilKilled(server: RunningServer): Promise<readonly Acknowledged[]> {
  const caller = await callerOf(server.url)
  const acknowledged = new Map<number, Acknowledged>()
  let begun = 0
  let answered = 0
  const writer = async (): Promise<void> => {
    let record: Acknowledged | null = null
    while (begun < WRITES) {
      begun += 1
      record = await saveSource(caller, record?.id ?? null, `write ${begun}`)
      acknowledged.set(record.id, record)
      answered += 1
      if (answered === KILL_AFTER) server.signal('SIGKILL')
      if (record.version === 10) record = null
    }
  }
  await Promise.allSettled(Array.from({ length: 8 }, writer))
  return [...acknowledged.values()]
}

async function allSources({ send }: Caller): Promise<ReadonlyMap<number, number>> {
  const response = await send('GET', '/api/v1/sources?pageSize=600&fields=id')
  const body = (await response.json()) as {
    readonly _meta: { readonly _filterRowCount: number }
    readonly sources: readonly { readonly _id: number; readonly _etag: string }[]
  }
  expect(body.sources).toHaveLength(body._meta._filterRowCount)
  return new Map(body.sources.map(({ _id, _etag }) => [_id, Number(_etag.split('.')[0])]))
}

/** Sources that the history tells of, whether they are there or not. */
async function recordsInHistory({ send }: Caller): Promise<readonly number[]> {
  const response = await send('POST', '/edithistory/v1/recent?limit=600', { _readable: ['sources'] })
  const { _entries } = (await response.json()) as { readonly _entries: readonly { readonly _id: number }[] }
  expect(_entries.length).toBeGreaterThan(0)
  return _entries.map(({ _id }) => _id)
}
