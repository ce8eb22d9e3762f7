import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defineMediaTypes } from '../../catalog/define.ts'
import type { FieldDocument } from '../../catalog/document.ts'
import { loadCatalog } from '../../catalog/load.ts'
import type { Database } from '../../db/database.ts'
import { fieldTypes } from '../../field-types/index.ts'
import { counts, importContent, lines, openImportDatabase, select } from '../../import/test-import.ts'
import { mediaType } from '../../query/bind.ts'
import { type ExportFileFormat, exportChunks } from './export-chunks.ts'

const TEXTS = [
  '',
  'yes',
  '=1+1',
  "'-5",
  ' a ',
  '\tb',
  'a,"b";c',
  'x\r\ny\n',
  '[1]',
  '1.234,5',
  '31.12.2024',
  '\ufeffü🎬',
  'null',
]
const CHOICES = ['G', 'a, "b"\\', 'null', '[x', '🎬', 'a;b']

/** Values of every type that could be taken for something else on their way through a file. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  Text: TEXTS,
  TextArea: TEXTS,
  Integer: [0, -5, 9007199254740991, 2024],
  Decimal: [0.5, -1e-7, 12345678901234, 1e21],
  Boolean: [true, false],
  Date: ['0001-01-01', '9999-12-31', '2024-02-29'],
  DateTime: ['2024-02-29T12:00:00.000001Z', '0001-01-01T00:00:00Z', '1972-01-01T00:00:00Z'],
  Time: ['00:00:00', '23:59:59'],
  Enum: CHOICES,
  MultiEnum: [...CHOICES.map((choice) => [choice]), CHOICES, []],
  Money: ['0.10', '-12345678901234567.89', '1.00'],
  Range: [
    { from: null, to: -0.5 },
    { from: 1, to: null },
    { from: -2, to: 3.25 },
  ],
  Slider: [0, 50],
  Color: ['#ff0000'],
  Email: ['a@example.org'],
  Url: ['https://example.org/a,b;c?d="e"'],
  Timezone: ['Europe/Berlin', 'UTC'],
  Cron: ['0 0 * * *', '*/5 1,2 * * 1-5'],
  HTML: ['<p>a,"b"</p>\n<p>c</p>'],
  JSON: [{ a: [1, 'x;y'], b: null }, [], 'text', 5, false, 'null', '{"a":1}'],
}

const isLeft = (name: string) => /Related|Source|File|Image|Secret|Password/.test(name)
const types = fieldTypes.all.map(({ name }) => name).filter((name) => !isLeft(name))
const fields = types.map(
  (name): FieldDocument => ({
    ...{ name: `f_${name.toLowerCase()}`, label: name, type: name },
    ...(/Enum/.test(name) ? { enumValues: CHOICES.map((value) => ({ value, label: value })) } : {}),
  }),
)

let database: Database
beforeAll(async () => {
  database = await openImportDatabase()
  const type = { name: 'samples', label: 'Sample', labelPlural: 'Samples', fields }
  await database.transaction((tx) => defineMediaTypes(tx, [type]))
  const most = Math.max(...types.map((name) => VALUES[name]?.length ?? 0))
  const rows = Array.from({ length: most + 1 }, (_, at) =>
    Object.fromEntries(types.map((name) => [`f_${name.toLowerCase()}`, VALUES[name]?.[at] ?? null])),
  )
  const { bad } = await importContent(database, lines(...rows), { into: 'samples' })
  expect(bad).toEqual([])
})
afterAll(() => database.close())

async function exported(format: ExportFileFormat, names: boolean): Promise<string> {
  const catalog = await loadCatalog(database)
  let text = ''
  for await (const chunk of exportChunks({
    format,
    shape: { type: mediaType(catalog, 'samples'), catalog, fields: null, names },
    wanted: { filter: null, fields: null, sort: 'id', limit: 0 },
    database,
    reading: { childDepth: { default: 10, max: 20 }, defaultPageSize: 20, maxPageSize: 600 },
    counted: () => undefined,
  }))
    text += chunk
  return text
}

const columns = fields.map(({ name }) => `${name}::text`).join(', ')
const everything = () => select(database, `select ${columns} from samples order by id`)

describe.each(['csv', 'json', 'ndjson'] as const)('values of every field type as %s', (format) => {
  it('[M4] [D11] come back as they were', async () => {
    expect(types.filter((name) => VALUES[name] === undefined)).toEqual([])
    const before = await everything()
    const again = await importContent(database, await exported(format, false), { into: 'samples', format, key: ['id'] })
    expect(again.bad).toEqual([])
    expect(counts(again)).toEqual([0, 0, before.length, 0])
    const text = await exported(format, true)
    await select(database, 'delete from samples')
    const anew = await importContent(database, text, { into: 'samples', format })
    expect(anew.bad).toEqual([])
    expect(await everything()).toEqual(before)
  })
})
