import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Child } from '../harness/child.ts'
import { dataFolder } from '../harness/data-folder.ts'
import { marquee, startMarquee } from '../harness/marquee.ts'
import { type PostgresServer, startPostgres } from '../harness/postgres.ts'
import { scratchFolder } from '../harness/run-folder.ts'
import { baseEnvironment, ROOT, type Settings } from '../harness/servers.ts'

const ROWS = 3000
/** One row in so many is broken. */
const BROKEN = 50
const BATCH = 50

interface Film {
  readonly title: string
  readonly year: number
  readonly cast: readonly string[]
  readonly genres: readonly string[]
  readonly href: string | null
}

/** Films of which some share title and year, and some are the same in everything. */
function film(n: number): Film {
  const cast = Array.from({ length: n % 6 }, (_, index) => `Person ${(n * 7 + index * 13) % 900}`)
  const genres = ['Drama', 'Comedy', 'War'].slice(0, n % 4)
  return { title: `Film ${n % 2900}`, year: 1900 + (n % 29), cast, genres, href: n % 10 === 0 ? null : `film_${n}` }
}

const lines = Array.from({ length: ROWS }, (_, n) => {
  const line = JSON.stringify(film(n))
  return n % BROKEN === BROKEN - 1 ? line.slice(0, -1) : line
})
const good = lines.flatMap((_, n) => (n % BROKEN === BROKEN - 1 ? [] : [film(n)]))
const people = new Set(good.flatMap(({ cast }) => cast)).size

let folder: string
let file: string
let postgres: PostgresServer
beforeAll(async () => {
  folder = scratchFolder('import')
  file = join(folder, 'films.ndjson.gz')
  writeFileSync(file, gzipSync(`${lines.join('\n')}\n`))
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

const running: Child[] = []
afterEach(async () => {
  for (const child of running.splice(0)) await child.stop()
})

const WORDS = [
  '--into',
  'films',
  '--key',
  'title,year',
  '--list',
  'cast=people:name',
  '--batch',
  String(BATCH),
  '--json',
]

async function run(words: readonly string[], settings: Settings) {
  const { code, stdout, stderr } = await marquee(words, settings)
  return { code, stderr, result: JSON.parse(stdout) as Record<string, unknown> }
}

async function exported(settings: Settings): Promise<readonly unknown[]> {
  const { stdout } = await marquee(['export', 'films', '--names'], settings)
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

/** Waits until so many broken rows are kept: as many batches are done. */
async function keptRows(errors: string, count: number, child: Child): Promise<void> {
  let ended = false
  void child.exited.then(() => {
    ended = true
  })
  while (!existsSync(errors) || readFileSync(errors, 'utf8').split('\n').length <= count) {
    if (ended) throw new Error(`it ended before it was killed:\n${child.output()}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

describe.each([
  ['PGlite', async (): Promise<Settings> => ({ DATA_DIR: await dataFolder() })],
  ['Postgres', async (): Promise<Settings> => ({ DATABASE_URL: await postgres.createDatabase('import') })],
])(`an import of ${ROWS} films on %s`, (name, settingsOf) => {
  it('[M4] [M4.a] [M4.b] [M4.c] that is killed goes on where it was, keeps each bad row once, and changes nothing when it is repeated', async () => {
    const settings = await settingsOf()
    const errors = join(folder, `${name}.errors.ndjson`)
    const words = ['import', file, ...WORDS, '--errors', errors]

    const child = startMarquee(words, settings)
    running.push(child)
    await keptRows(errors, 12, child)
    child.signal('SIGKILL')
    await child.exited

    const { code, stderr, result } = await run(words, settings)
    expect(code).toBe(1)
    const at = Number(result.resumedAt)
    expect(at).toBeGreaterThanOrEqual(10 * BATCH)
    expect(at).toBeLessThan(ROWS)
    expect(stderr).toContain(`An earlier run came to row ${at} of ${ROWS}: going on from there`)
    expect(result).toMatchObject({ rows: ROWS, updated: 0, bad: ROWS / BROKEN, errors })
    expect(Number(result.created) + Number(result.unchanged)).toBe(good.length)
    // at most the batch that was written and not noted
    expect(Number(result.unchanged)).toBeLessThanOrEqual(BATCH)
    expect(await exported(settings)).toEqual(good)

    const kept = readFileSync(errors, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(kept.map(({ line }) => line)).toEqual(Array.from({ length: ROWS / BROKEN }, (_, n) => (n + 1) * BROKEN))
    expect(kept.map(({ row }) => row)).toEqual(lines.filter((_, n) => n % BROKEN === BROKEN - 1))
    expect(kept[0].reasons).toEqual([expect.stringMatching(/^is not JSON/)])

    const again = await run(words, settings)
    expect(again.result).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: good.length,
      bad: ROWS / BROKEN,
      resumedAt: 0,
    })
    expect(again.result).toMatchObject({ related: { people: 0, genres: 0 }, mediaTypes: [] })
    expect(await exported(settings)).toEqual(good)
    const found = await marquee(['export', 'people', '--format', 'csv', '--fields', 'name'], settings)
    expect(found.stdout.trimEnd().split('\r\n')).toHaveLength(people + 1)
  }, 240_000)
})

describe('marquee import', () => {
  it('[M4.b] is interrupted by Ctrl-C with 130 and goes on later', async () => {
    const settings = { DATABASE_URL: await postgres.createDatabase('interrupted') }
    const errors = join(folder, 'interrupted.ndjson')
    const words = ['import', file, ...WORDS, '--errors', errors]
    const child = startMarquee(words, settings)
    running.push(child)
    await keptRows(errors, 5, child)
    child.signal('SIGINT')
    expect(await child.exited).toBe(130)
    expect(child.stderr()).toContain('the same command goes on from there')
    expect((await run(words, settings)).result).toMatchObject({ rows: ROWS, bad: ROWS / BROKEN })
    expect(await exported(settings)).toEqual(good)
  }, 120_000)

  it('[M4] reads standard input', async () => {
    const settings = { DATABASE_URL: await postgres.createDatabase('piped') }
    const words = ['server/cli/marquee.ts', 'import', '-', '--format', 'csv', '--into', 'films', '--quiet']
    const env = { ...baseEnvironment(), ...settings }
    const text = execFileSync(join(ROOT, 'node_modules/.bin/node'), words, {
      cwd: ROOT,
      env,
      input: gzipSync('title,year\nA,1\n'),
    })
    expect(String(text)).toBe('films: 1 created, 0 updated, 0 unchanged, 0 not imported\n')
    expect(await exported(settings)).toEqual([{ title: 'A', year: 1 }])
  }, 60_000)

  it('[M4] [M4.c] tells what is wrong with the file, the plan or the command line, and makes nothing', async () => {
    const settings = { DATABASE_URL: await postgres.createDatabase('refused') }
    const csv = join(folder, 'two.csv')
    writeFileSync(csv, '"a,b\n1,2\n')
    const told = async (...words: string[]) => {
      const { code, stderr } = await marquee(['import', ...words], settings)
      return [code, stderr.split('\n').filter((line) => line.startsWith('marquee: ') || line.startsWith('  '))]
    }
    expect(await told(join(folder, 'none.csv'), '--into', 'films')).toEqual([
      1,
      [`marquee: there is no file ${join(folder, 'none.csv')}`],
    ])
    expect(await told(csv, '--into', 'films')).toEqual([
      1,
      ['marquee: two.csv: line 1 names no columns: a quote in it is not closed'],
    ])
    expect(await told(csv)).toEqual([2, ['marquee: --into TYPE is missing: which media type is to be filled?']])
    expect(await told(file, '--into', 'films', '--key', 'name', '--skip', 'x')).toEqual([
      2,
      [
        'marquee: films.ndjson.gz cannot be imported like this',
        '  the file has no column "x"; it has title, year, cast, genres, href',
        '  --key name: no column of the file and no field it fills has this name',
      ],
    ])
    const broken = join(folder, 'broken.ndjson.gz')
    writeFileSync(broken, gzipSync(lines.join('\n')).subarray(0, 2000))
    expect(await told(broken, '--into', 'films')).toEqual([
      1,
      ['marquee: broken.ndjson.gz: cannot be uncompressed: unexpected end of file'],
    ])
    expect((await marquee(['export', 'films'], settings)).code).toBe(1)
  }, 120_000)
})
