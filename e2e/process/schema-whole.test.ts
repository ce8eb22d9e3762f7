import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { OPTION_NAMES } from '../../server/catalog/option-names.ts'
import { loadConfig } from '../../server/config.ts'
import { fieldTypes } from '../../server/field-types/index.ts'
import { makeForeignTables, SCHEMAS } from '../../server/introspect/test-introspected.ts'
import { openDatabase } from '../../server/runtime/open-database.ts'
import { dataFolder } from '../harness/data-folder.ts'
import { marquee } from '../harness/marquee.ts'
import { type PostgresServer, startPostgres } from '../harness/postgres.ts'
import { scratchFolder } from '../harness/run-folder.ts'
import type { Settings } from '../harness/servers.ts'

const WHOLE = fileURLToPath(new URL('whole-schema.yaml', import.meta.url))

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

let made = 0
const kinds: readonly { readonly kind: string; readonly create: () => Promise<Settings> }[] = [
  { kind: 'PGlite', create: async () => ({ DATA_DIR: await dataFolder() }) },
  { kind: 'Postgres', create: async () => ({ DATABASE_URL: await postgres.createDatabase(`whole${++made}`) }) },
]

/** Runs `marquee`, which must succeed; gives what it wrote. */
async function done(settings: Settings, ...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await marquee(words, settings)
  expect([words, code, stderr]).toEqual([words, 0, expect.not.stringContaining('marquee:')])
  return stdout
}

describe.each(kinds)('a schema goes from one database of $kind to another', ({ create }) => {
  const folder = scratchFolder('whole')
  const file = (name: string): string => join(folder, name)
  const text = (name: string): string => readFileSync(file(name), 'utf8')

  it('[M2] [M2.c] with every field type, kind of relation, page and text there is', async () => {
    const document = parse(readFileSync(WHOLE, 'utf8'))
    const [whole] = document.mediaTypes
    expect(new Set(whole.fields.map(({ type }: { type: string }) => type))).toEqual(new Set(fieldTypes.names))
    expect(new Set(whole.relations.map(({ kind }: { kind: string }) => kind)).size).toBe(5)

    const given = new Map(Object.keys(OPTION_NAMES).map((type) => [type, new Set<string>()]))
    for (const { components } of document.pages)
      for (const { type, configuration = {} } of components)
        for (const name of Object.keys(configuration)) given.get(type)?.add(name)
    for (const type of ['list', 'form', 'relatedList', 'relatedForm', 'relatedAutoComplete', 'message', 'iframe'])
      expect([type, given.get(type)]).toEqual([type, new Set(OPTION_NAMES[type])])

    const [one, other, third] = [await create(), await create(), await create()]
    await done(one, 'schema', 'apply', WHOLE, '--yes')
    expect(await done(one, 'schema', 'diff', WHOLE)).toBe('no differences\n')
    await done(one, 'schema', 'pull', file('one.yaml'))
    await done(one, 'schema', 'pull', file('one.json'))
    await done(other, 'schema', 'apply', file('one.yaml'), '--yes')
    await done(other, 'schema', 'pull', file('other.yaml'))
    expect(text('other.yaml')).toBe(text('one.yaml'))
    await done(third, 'schema', 'apply', file('one.json'), '--yes')
    await done(third, 'schema', 'pull', file('third.json'))
    await done(third, 'schema', 'pull', file('third.yaml'))
    expect([text('third.json'), text('third.yaml')]).toEqual([text('one.json'), text('one.yaml')])

    const pulled = parse(text('one.yaml'))
    const valid = new Ajv2020({ strict: false, allErrors: true }).compile(JSON.parse(text('marquee-schema.json')))
    expect(valid(pulled), JSON.stringify(valid.errors)).toBe(true)
    const things = pulled.mediaTypes.find(({ name }: { name: string }) => name === whole.name)
    expect({ ...things, relations: new Set(things.relations) }).toEqual({
      ...whole,
      relations: new Set(whole.relations),
    })
    expect([pulled.pages, pulled.dictionary, pulled.removedPages, pulled.bundles]).toEqual([
      document.pages.toSorted((a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1)),
      document.dictionary,
      document.removedPages,
      document.bundles,
    ])
  }, 240_000)

  it('[M2] [M2.c] [M3] with tables that were there before, which stay as they are', async () => {
    const [one, other] = [await create(), await create()]
    for (const settings of [one, other]) {
      const database = await openDatabase(loadConfig(settings))
      await makeForeignTables(database)
      await database.close()
    }
    await done(one, 'introspect', ...SCHEMAS.flatMap((name) => ['--schema', name]), '--apply', '--yes')
    await done(one, 'schema', 'pull', file('foreign.yaml'))
    const plan = JSON.parse(await done(other, 'schema', 'apply', file('foreign.yaml'), '--dry-run', '--json'))
    expect([plan.different, plan.tables, plan.losses]).toEqual([true, [], []])
    await done(other, 'schema', 'apply', file('foreign.yaml'), '--yes')
    await done(other, 'schema', 'pull', file('foreign-copy.yaml'))
    expect(text('foreign-copy.yaml')).toBe(text('foreign.yaml'))
    writeFileSync(file('none.yaml'), 'marquee: 1\nmediaTypes: []\npages: []\ndictionary: {}\n')
    await done(other, 'schema', 'apply', file('none.yaml'), '--yes')
    const database = await openDatabase(loadConfig(other))
    const [row] = await database.read({ text: 'select count(*)::text from public.film', values: [] })
    await database.close()
    expect(row).toEqual(['3'])
  }, 240_000)
})
