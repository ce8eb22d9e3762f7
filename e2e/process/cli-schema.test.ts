import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { loadConfig } from '../../server/config.ts'
import type { Database } from '../../server/db/database.ts'
import { migrate } from '../../server/db/migrate.ts'
import { migrations } from '../../server/db/migrations/index.ts'
import { seedDemo } from '../../server/demo/seed.ts'
import { loadFilms } from '../../server/runtime/demo-films.ts'
import { openDatabase } from '../../server/runtime/open-database.ts'
import { whenReady } from '../harness/child.ts'
import { dataFolder } from '../harness/data-folder.ts'
import { marquee, type Ran, startMarquee } from '../harness/marquee.ts'
import { type PostgresServer, startPostgres } from '../harness/postgres.ts'
import { scratchFolder } from '../harness/run-folder.ts'
import type { Settings } from '../harness/servers.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

let made = 0
const kinds: readonly { kind: string; create: () => Promise<Settings> }[] = [
  { kind: 'PGlite', create: async () => ({ DATA_DIR: await dataFolder() }) },
  { kind: 'Postgres', create: async () => ({ DATABASE_URL: await postgres.createDatabase(`schema${++made}`) }) },
]

async function within<T>(settings: Settings, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(loadConfig(settings))
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

const count = (settings: Settings, table: string): Promise<string | null | undefined> =>
  within(settings, async (database) => {
    const [row] = await database.read({ text: `select count(*)::text from ${table}`, values: [] })
    return row?.[0]
  })

describe.each(kinds)('the schema of $kind', { timeout: 240_000 }, ({ create }) => {
  const folder = scratchFolder('schema')
  const file = (name: string): string => join(folder, name)
  let demo: Settings
  let empty: Settings
  beforeAll(async () => {
    ;[demo, empty] = [await create(), await create()]
    await within(demo, async (database) => {
      await migrate(database, migrations)
      await seedDemo(database, await loadFilms())
    })
  })

  const schema = (settings: Settings, ...words: string[]): Promise<Ran> => marquee(['schema', ...words], settings)
  /** The demo's document with some lines changed, in a file of its own. */
  const edited = (name: string, edits: readonly (readonly [string | RegExp, string])[]): string => {
    const text = edits.reduce(
      (text, [from, to]) => {
        const changed = text.replace(from, to)
        expect(changed, String(from)).not.toBe(text)
        return changed
      },
      readFileSync(file('demo.yaml'), 'utf8'),
    )
    writeFileSync(file(name), text)
    return file(name)
  }

  it('[M2] [M2.a] [M2.b] [M2.c] is pulled, compared, applied to another database and pulled again, byte for byte', async () => {
    expect(await schema(demo, 'pull', file('demo.yaml'))).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Wrote .*demo\.yaml \(9 media types, \d+ pages, 0 texts\)\n$/),
    })
    expect(readdirSync(folder)).toEqual(['demo.yaml', 'marquee-schema.json'])

    const diff = await schema(empty, 'diff', file('demo.yaml'))
    expect(diff.code).toBe(4)
    expect(diff.stdout).toContain('  + movies (22 fields, 5 relations)\n')
    expect(await count(empty, 'adm_mediatypes where not is_system')).toBe('0')

    expect(await schema(empty, 'apply', file('demo.yaml'), '--yes')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Applied .*demo.yaml: \d+ changes\n$/),
    })
    await schema(empty, 'pull', file('copy.yaml'))
    expect(readFileSync(file('copy.yaml'), 'utf8')).toBe(readFileSync(file('demo.yaml'), 'utf8'))
    expect(await schema(empty, 'diff', file('demo.yaml'))).toMatchObject({ code: 0, stdout: 'no differences\n' })
    expect(await schema(empty, 'apply', file('demo.yaml'))).toMatchObject({ code: 0, stdout: 'no differences\n' })
    expect(await schema(demo, 'pull', file('demo.yaml'))).toMatchObject({
      stdout: expect.stringMatching(/^Unchanged: /),
    })
  })

  it('[M2] is a document that its JSON Schema holds of, in YAML and in JSON', async () => {
    await schema(demo, 'pull', file('demo.json'))
    const jsonSchema = JSON.parse(readFileSync(file('marquee-schema.json'), 'utf8'))
    const valid = new Ajv2020({ strict: false, allErrors: true }).compile(jsonSchema)
    const json = JSON.parse(readFileSync(file('demo.json'), 'utf8'))
    expect(valid(json), JSON.stringify(valid.errors)).toBe(true)
    const { $schema, ...rest } = json
    expect($schema).toBe('./marquee-schema.json')
    expect(rest).toEqual(parse(readFileSync(file('demo.yaml'), 'utf8')))
    expect(await schema(demo, 'diff', file('demo.json'))).toMatchObject({ code: 0 })
    const { stdout } = await schema(demo, 'pull', '--json')
    expect(JSON.parse(stdout)).toEqual(rest)
  })

  it('[M2.a] tells programs what differs', async () => {
    const other = edited('label.yaml', [['label: Film\n    labelPlural', 'label: Movie\n    labelPlural']])
    const { code, stdout } = await schema(demo, 'diff', other, '--json')
    expect(code).toBe(4)
    expect(JSON.parse(stdout)).toEqual({
      different: true,
      changes: [
        {
          group: 'media types',
          name: 'movies',
          action: 'change',
          members: { label: { before: 'Film', after: 'Movie' } },
        },
      ],
      tables: [],
      losses: [],
      obstacles: [],
    })
  })

  it('[M2.b] asks before it changes anything, and where it cannot ask wants --yes', async () => {
    const other = edited('asked.yaml', [['label: Film\n    labelPlural', 'label: Movie\n    labelPlural']])
    expect(await schema(demo, 'apply', other)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('--yes'),
    })
  })

  it('[M2.b] renames with all records, and loses some only when that is confirmed', async () => {
    const other = edited('renamed.yaml', [
      [/ {2}- name: people\n/, '  - name: persons\n    renamedFrom: people\n'],
      [/(related|mediaType): people\n/g, '$1: persons\n'],
      [/ {6}- name: sort_name\n/, '      - name: filed_under\n        renamedFrom: sort_name\n'],
      [/columns: \[ name, sort_name, born \]/, 'columns: [ name, filed_under, born ]'],
      [/defaultSort: sort_name/, 'defaultSort: filed_under'],
      [/fields: \[ name, sort_name, born/, 'fields: [ name, filed_under, born'],
      [/ {6}- name: synopsis\n(?: {8}.*\n)+/, ''],
      [/running_time, director, synopsis/, 'running_time, director'],
      [
        / {6}- name: notes\n/,
        '      - name: rating_note\n        label: Note\n        type: Text\n      - name: notes\n',
      ],
    ])
    await within(demo, ({ kysely }) =>
      kysely
        .withTables<{ movies: { id: number; synopsis: string } }>()
        .updateTable('movies')
        .set({ synopsis: 'x' })
        .where('id', '<=', 3)
        .execute(),
    )
    const diff = await schema(demo, 'diff', other)
    expect(diff.stdout).toMatch(/> persons \(was people\)/)
    expect(diff.stdout).toMatch(/> persons\.filed_under \(was sort_name\)/)
    expect(diff.stdout).toMatch(/- movies\.synopsis\n/)
    expect(diff.stdout).toMatch(/LOSES\n .*\(3\)\n/)

    expect(await schema(demo, 'apply', other, '--dry-run')).toMatchObject({ code: 0, stdout: diff.stdout })
    const refused = await schema(demo, 'apply', other, '--yes')
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('give --confirm-loss') })
    expect(await schema(demo, 'diff', file('demo.yaml'))).toMatchObject({ code: 0 })

    expect(await schema(demo, 'apply', other, '--yes', '--confirm-loss', '--quiet')).toMatchObject({
      code: 0,
      stderr: '',
    })
    expect(await count(demo, 'persons where filed_under is not null')).toBe('550')
    expect(await count(demo, 'movies join persons on persons.id = movies.director')).toBe('1870')
    // the document stays as it is: what was renamed is not looked for again
    expect(await schema(demo, 'apply', other, '--yes')).toMatchObject({ code: 0, stdout: 'no differences\n' })
    expect(await schema(empty, 'apply', other, '--yes', '--confirm-loss')).toMatchObject({ code: 0 })
    await schema(demo, 'pull', file('renamed-demo.yaml'))
    await schema(empty, 'pull', file('renamed-copy.yaml'))
    expect(readFileSync(file('renamed-copy.yaml'), 'utf8')).toBe(readFileSync(file('renamed-demo.yaml'), 'utf8'))
  })

  it('[M2.b] refuses a document that is wrong, with every place', async () => {
    const other = edited('wrong.yaml', [
      ['type: Money', 'type: Mony'],
      ['label: Genre\n', 'lable: Genre\n'],
    ])
    const { code, stdout, stderr } = await schema(empty, 'apply', other, '--yes', '--json')
    expect(code).toBe(1)
    const lineOf = (text: string): number =>
      readFileSync(other, 'utf8')
        .split('\n')
        .findIndex((line) => line.includes(text)) + 1
    const { error } = JSON.parse(stdout)
    expect(error.details.map(({ place }: { place: string }) => place)).toEqual([
      `${other}:${lineOf('type: Mony')}:15`,
      expect.stringMatching(/wrong.yaml:\d+:5$/),
      `${other}:${lineOf('lable: Genre')}:5`,
    ])
    expect(stderr).toContain('did you mean Money?')
    expect(stderr).toContain('the member label is missing')
    expect(stderr).toContain('there is no member lable; did you mean label?')
  })
})

describe('an apply that is interrupted', () => {
  it('[M2.b] ends with 130 and leaves nothing behind', async () => {
    const settings = { DATABASE_URL: await postgres.createDatabase(`interrupted${++made}`) }
    const file = join(scratchFolder('schema'), 'a.yaml')
    writeFileSync(
      file,
      'marquee: 1\nmediaTypes:\n  - name: films\n    label: Film\n    labelPlural: Films\n    fields:\n      - { name: title, label: Title, type: Text }\npages: []\ndictionary: {}\n',
    )
    expect((await marquee(['migrate'], settings)).code).toBe(0)
    const client = new pg.Client(settings.DATABASE_URL)
    await client.connect()
    client.on('error', () => undefined)
    await client.query('begin; lock table adm_dictionary in share row exclusive mode')
    const child = startMarquee(['schema', 'apply', file, '--yes'], settings)
    const waiting = "select count(*)::int as n from pg_locks where not granted and mode = 'ShareRowExclusiveLock'"
    await whenReady(child, async () => (await client.query(waiting)).rows[0].n === 1)
    child.signal('SIGINT')
    await new Promise((resolve) => setTimeout(resolve, 200))
    await client.query('rollback')
    expect(await child.exited).toBe(130)
    expect(child.stderr()).toContain('marquee: interrupted\n')
    const { rows } = await client.query(
      "select count(*)::int as n from adm_mediatypes where not is_system union all select count(*)::int from pg_class where relname = 'films'",
    )
    await client.end()
    expect(rows).toEqual([{ n: 0 }, { n: 0 }])
  })
})
