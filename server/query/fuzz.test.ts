import fc from 'fast-check'
import type { Hono } from 'hono'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApp } from '../app.ts'
import { loadConfig } from '../config.ts'
import { type Context, createContext } from '../context.ts'
import { migratedDatabase, openCopy } from '../db/test-database.ts'
import { seedDemo } from '../demo/seed.ts'
import type { AppEnv } from '../http.ts'
import { loadFilms } from '../runtime/demo-films.ts'
import { digest } from '../runtime/digest.ts'
import { serverFiles } from '../runtime/server-files.ts'
import { filters, mutated } from './test-filters.ts'

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_120)
const RUNS = { wellFormed: 30_000, mutated: 70_000 }
/** Enough for every relation to have members; the vocabularies of the demo do not depend on it. */
const FILMS = 150
const MINUTES = 60_000

let context: Context
let app: Hono<AppEnv>
let authorization: string
const log: string[] = []

beforeAll(async () => {
  const credentials = {
    ADMIN_EMAIL: 'fuzz@marquee.test',
    ADMIN_PASSWORD: 'a long enough password',
    SERVICE_CLIENT_ID: 'fuzz',
    SERVICE_CLIENT_SECRET: 'a long enough secret',
  }
  const platform = {
    name: 'node' as const,
    openDatabase: async () => openCopy(await migratedDatabase()),
    digest,
    asset: async () => null,
    files: serverFiles,
    defer: () => undefined,
    writeLog: (line: string) => log.push(line),
  }
  context = await createContext(loadConfig({ DEMO: 'false', LOG_LEVEL: 'error', ...credentials }), platform, {
    prepare: async (database) => void (await seedDemo(database, (await loadFilms()).slice(0, FILMS))),
  })
  app = createApp(context)
  const form = new URLSearchParams({
    grant_type: 'password',
    client_id: credentials.SERVICE_CLIENT_ID,
    client_secret: credentials.SERVICE_CLIENT_SECRET,
    username: credentials.ADMIN_EMAIL,
    password: credentials.ADMIN_PASSWORD,
  })
  const answer = await app.request('/oauth/token', { method: 'POST', body: form })
  authorization = `Bearer ${((await answer.json()) as { readonly access_token: string }).access_token}`
}, MINUTES)
afterAll(() => context.close())

// most filters end in an error, and nobody looks at where: stacks are an eighth of what they cost
const { stackTraceLimit } = Error
beforeAll(() => {
  Error.stackTraceLimit = 0
})
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit
})

async function run(shape: (filter: fc.Arbitrary<string>) => fc.Arbitrary<string>, numRuns: number): Promise<void> {
  const catalog = context.catalogs.current()
  const types = [...catalog.mediaTypes.values()].filter(({ table }) => !table.startsWith('adm_'))
  expect(types.length).toBeGreaterThanOrEqual(10)
  const cases = fc.oneof(
    ...types.map((type) => shape(filters(type, catalog)).map((filter) => [type.name, filter] as const)),
  )
  const seen = { 200: 0, 400: 0 }
  const property = fc.asyncProperty(cases, async ([type, filter]) => {
    const query = new URLSearchParams({ pageSize: '1', hideMeta: '1', hideLinks: '1', fields: 'id', filter })
    const response = await app.request(`/api/v1/${type}?${query}`, { headers: { authorization } })
    if (response.status !== 200 && response.status !== 400) {
      throw new Error(`${response.status} to /${type}?filter=${JSON.stringify(filter)}\n${log.at(-1)}`)
    }
    seen[response.status] += 1
  })
  await fc.assert(property, { numRuns, seed: SEED, endOnFailure: false })
  // filters that all fail before they are compiled would prove nothing
  expect(Math.min(seen[200], seen[400])).toBeGreaterThan(numRuns / 20)
}

it(
  `[ERR:INTERNAL] [ERR:FILTER_SYNTAX] ${RUNS.wellFormed} filters of real fields with hostile values are answered 200 or 400`,
  async () => {
    await run((filter) => filter, RUNS.wellFormed)
  },
  5 * MINUTES,
)

it(
  `[ERR:INTERNAL] [ERR:FILTER_SYNTAX] ${RUNS.mutated} filters with mistakes are answered 200 or 400`,
  async () => {
    await run(mutated, RUNS.mutated)
  },
  5 * MINUTES,
)
