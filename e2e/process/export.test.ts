import { execFileSync } from 'node:child_process'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '../../server/db/migrate.ts'
import { migrations } from '../../server/db/migrations/index.ts'
import { openPg } from '../../server/db/pg.ts'
import { scaleUp } from '../../server/demo/scale.ts'
import { ADMIN, CREDENTIALS, SERVICE_CLIENT } from '../harness/credentials.ts'
import { type PostgresServer, startPostgres } from '../harness/postgres.ts'
import { type RunningServer, startServer } from '../harness/servers.ts'

const FILMS = 100_000
/** As many are invented, each with what it is related to; the rest are copies of their rows. */
const INVENTED = 2000
const MB = 1024 * 1024
/** Far less than the export has: who gathered it would end. */
const HEAP_MB = 48
/** How far what is not collected at once may grow, which has nothing to do with how much is exported. */
const YOUNG_MB = 4
/** How often it is looked how much memory is held. */
const LOOK_MS = 100

let postgres: PostgresServer
let url: string
let server: RunningServer
let authorization: string

beforeAll(async () => {
  postgres = await startPostgres()
  url = await postgres.createDatabase('export')
  const database = openPg(url)
  await migrate(database, migrations)
  await scaleUp(database, INVENTED)
  await database.close()
  await copyFilms()
  const NODE_OPTIONS = `--max-old-space-size=${HEAP_MB} --max-semi-space-size=${YOUNG_MB}`
  server = await startServer('node', { ...CREDENTIALS, NODE_OPTIONS, DATABASE_URL: url, DEMO: 'false' })
  const form = new URLSearchParams({
    grant_type: 'password',
    client_id: SERVICE_CLIENT.id,
    client_secret: SERVICE_CLIENT.secret,
    username: ADMIN.email,
    password: ADMIN.password,
  })
  const answer = await fetch(`${server.url}/oauth/token`, { method: 'POST', body: form })
  authorization = `Bearer ${((await answer.json()) as { readonly access_token: string }).access_token}`
}, 300_000)
afterAll(async () => {
  await server.stop()
  await postgres.stop()
})

function open(path: string, accept: string, from = server): Promise<Response> {
  return fetch(`${from.url}/api/v1${path}`, { headers: { authorization, accept } })
}

/** Bytes of memory the server holds. */
function resident(): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(server.pid)], { encoding: 'utf8' })) * 1024
}

async function query(statement: string): Promise<readonly { readonly id: string }[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<{ id: string }>(statement)).rows
  } finally {
    await client.end()
  }
}

/** Makes films of those there are until there are enough. */
async function copyFilms(): Promise<void> {
  // the indexes of all other orders would take most of the time
  const indexes = await query(`select indexname as id from pg_indexes where tablename = 'movies'
    and indexname not in ('movies_pkey', 'movies_slug_key', 'movies_title_sort', 'movies_imdb_votes_desc')`)
  await query(`drop index ${indexes.map(({ id }) => pg.escapeIdentifier(id)).join(', ')}`)
  const [columns] = await query(`select string_agg(quote_ident(column_name), ', ') as id from information_schema.columns
    where table_name = 'movies' and column_name not in ('id', 'slug')`)
  const kept = columns?.id
  await query(`insert into movies (${kept}, slug) select ${kept}, slug || '-' || copy
    from movies, generate_series(2, ${FILMS / INVENTED}) copy`)
}

async function idsInOrder(order: string): Promise<readonly string[]> {
  return (await query(`select m.id::text from movies m order by ${order}`)).map(({ id }) => id)
}

/** Reads an export to its end: the lines' ids, the bytes, and the most memory the server held meanwhile. */
async function readAll(response: Response, idOf: RegExp) {
  const ids: string[] = []
  const decoder = new TextDecoder()
  let [bytes, peak, rest] = [0, 0, '']
  const look = (): void => {
    peak = Math.max(peak, resident())
  }
  const looking = setInterval(look, LOOK_MS)
  try {
    for await (const piece of response.body as ReadableStream<Uint8Array>) {
      bytes += piece.byteLength
      const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
      rest = lines.pop() as string
      for (const line of lines) {
        const id = idOf.exec(line)?.[1]
        if (id !== undefined) ids.push(id)
      }
    }
  } finally {
    clearInterval(looking)
  }
  look()
  expect(rest).toBe('')
  return { ids, bytes, peak }
}

describe(`an export of ${FILMS} films`, () => {
  it('[D11] [LIM:export] has them all, in order, in constant memory', async () => {
    // what the first rows bring about, connections and compiled code, is no matter of size
    await readAll(await open('/movies?sort=title&limit=5000', 'application/x-ndjson'), /^\{"_id":(\d+),/)
    const before = resident()
    const ndjson = await readAll(await open('/movies?sort=title', 'application/x-ndjson'), /^\{"_id":(\d+),/)
    expect(ndjson.ids).toEqual(await idsInOrder('lower(left(title, 250)), m.id'))
    expect(ndjson.bytes).toBeGreaterThan(50 * MB)
    expect((ndjson.peak - before) / MB).toBeLessThan(40)

    const csv = await readAll(await open('/movies?sort=-imdb_votes&limit=0', 'text/csv'), /^(\d+),/)
    expect(csv.ids).toEqual(await idsInOrder('imdb_votes desc nulls last, m.id desc'))
    expect((csv.peak - before) / MB).toBeLessThan(40)
  }, 300_000)

  it('[D11] waits for a slow reader instead of gathering what it has not taken', async () => {
    const before = resident()
    const response = await open('/movies', 'application/x-ndjson')
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    await new Promise((resolve) => setTimeout(resolve, 3000))
    expect((resident() - before) / MB).toBeLessThan(30)
    expect((await open('/movies?pageSize=1', 'application/json')).status).toBe(200)
    await reader.cancel()
    expect(server.output()).not.toContain('export failed')
  }, 60_000)

  it.each(['node', 'deno'] as const)(
    '[D11] that fails on the way breaks its connection (%s)',
    async (runtime) => {
      const own = runtime === 'node' ? server : await startServer(runtime, { DATABASE_URL: url, DEMO: 'false' })
      try {
        const response = await open('/movies', 'application/x-ndjson', own)
        const reader = (response.body as ReadableStream<Uint8Array>).getReader()
        await reader.read()
        await query('alter table movies rename to gone')
        const rest = async () => {
          while (!(await reader.read()).done);
        }
        await expect(rest()).rejects.toThrow()
        await expect.poll(() => own.output(), { timeout: 10_000 }).toContain('export failed')
      } finally {
        await query('alter table if exists gone rename to movies')
        if (own !== server) await own.stop()
      }
    },
    60_000,
  )
})
