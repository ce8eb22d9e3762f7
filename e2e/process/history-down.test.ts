import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Child, freePort, whenReady } from '../harness/child.ts'
import { ADMIN, CREDENTIALS } from '../harness/credentials.ts'
import { type PostgresServer, startPostgres } from '../harness/postgres.ts'
import { launch, type RunningServer, startServer } from '../harness/servers.ts'
import { callerOf, eventually, saveSource, upTo, versionsInHistory } from './saves.ts'

const RECORDS = 50
const VERSIONS = 20
/** Records that were begun when the service goes, and when it is started again. */
const [GONE_AT, BACK_AT] = [10, 40]

let postgres: PostgresServer
let historyUrl: string
let historyDatabase: string
let port: number
let history: Child
let server: RunningServer

/** The same program in another process, with a database of its own. */
async function startHistory(): Promise<void> {
  history = launch('node', { ...CREDENTIALS, DATABASE_URL: historyDatabase, DEMO: 'false', LOG_LEVEL: 'warn' }, port)
  await whenReady(history, async () => (await fetch(`${historyUrl}/health`)).ok)
}

beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

let rounds = 0
beforeEach(async () => {
  rounds += 1
  historyDatabase = await postgres.createDatabase(`history${rounds}`)
  port = await freePort()
  historyUrl = `http://127.0.0.1:${port}`
  await startHistory()
  server = await startServer('node', {
    ...CREDENTIALS,
    DATABASE_URL: await postgres.createDatabase(`catalogue${rounds}`),
    DEMO: 'false',
    LOG_LEVEL: 'warn',
    EDITHISTORY_URL: historyUrl,
    SERVICE_USERNAME: ADMIN.email,
    SERVICE_PASSWORD: ADMIN.password,
  })
})
afterEach(async () => {
  await server?.stop()
  await history?.stop()
})

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

async function rows(text: string): Promise<readonly unknown[][]> {
  const client = new pg.Client({ connectionString: historyDatabase })
  await client.connect()
  try {
    return (await client.query({ text, rowMode: 'array' })).rows as unknown[][]
  } finally {
    await client.end()
  }
}

describe('an edit-history service elsewhere', () => {
  it('[EV2] [EV1] [G1.b] is down during most of 1,000 saves: all succeed, and all arrive, once and in order', async () => {
    const caller = await callerOf(server.url)
    const next = { save: 0 }
    const ids: number[] = []
    let started: Promise<void> | undefined
    const writer = async (): Promise<void> => {
      for (let index = next.save++; index < RECORDS; index = next.save++) {
        const { id } = await saveSource(caller, null, `source ${index}`)
        ids.push(id)
        for (let version = 2; version <= VERSIONS; version += 1) {
          expect((await saveSource(caller, id, `source ${index}, version ${version}`)).version).toBe(version)
        }
        if (index === GONE_AT) history.signal('SIGKILL')
        if (index === BACK_AT) started = history.exited.then(startHistory)
      }
    }
    await Promise.all(Array.from({ length: 8 }, writer))
    expect(ids).toHaveLength(RECORDS)
    await started
    expect(server.stdout()).toContain('"event":"history waits"')

    const all = RECORDS * VERSIONS
    await eventually(async () => {
      const [row] = await rows('select count(*)::int from edit_history')
      return row?.[0] === all ? null : `${String(row?.[0])} of ${all} entries`
    }, 45_000)
    // a repeat would come within the longest of the first pauses
    await pause(3000)
    const kept = await rows(`select record_id::int, array_agg(version::int order by sequence, id) from edit_history
      where media_type = 'sources' group by record_id order by record_id`)
    expect(kept).toEqual(ids.toSorted((a, b) => a - b).map((id) => [id, upTo(VERSIONS)]))
    // through the service that asks, too: signed in over there with a token of its own
    expect(await versionsInHistory(caller, ids[0] as number)).toEqual(upTo(VERSIONS))
  }, 150_000)

  it('[EV2] [G4.a] is told of by readiness, and what needs it is 503 while saves go on', async () => {
    const caller = await callerOf(server.url)
    const { id } = await saveSource(caller, null, 'before')
    history.signal('SIGKILL')
    await history.exited
    expect((await saveSource(caller, id, 'after')).version).toBe(2)
    const read = await caller.send('GET', `/api/v2/history/sources/${id}`)
    expect([read.status, await read.json()]).toMatchObject([503, { errors: [{ code: 'DEPENDENCY_DOWN' }] }])
    const ready = await fetch(`${server.url}/health/ready`)
    expect([ready.status, await ready.json()]).toMatchObject([
      200,
      { status: 'ready', parts: { database: { state: 'up' }, editHistory: { state: 'down' } } },
    ])
    await startHistory()
    await eventually(async () => {
      const versions = await versionsInHistory(caller, id)
      return versions.length === 2 ? null : `versions ${versions.join()}`
    }, 40_000)
  }, 90_000)
})
