import { formatOf } from '../../import/formats.ts'
import { mediaType } from '../../query/bind.ts'
import { type CommandContext, command, type OptionDeclarations } from '../command.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { UsageFailure } from '../failure.ts'
import { type Opened, withDatabase } from '../open.ts'
import { type ExportFileFormat, exportChunks, FILE_FORMATS } from './export-chunks.ts'
import type { ExportShape } from './export-rows.ts'
import { namelessRecords } from './related-names.ts'
import { writeText } from './write-file.ts'

const PAGE_SIZE = 20

const OPTIONS = {
  format: {
    type: 'text',
    value: 'FORMAT',
    choices: FILE_FORMATS,
    description: 'absent: by the name of the file, else ndjson',
  },
  filter: { type: 'text', value: 'FILTER', description: 'the records wanted, in the filter language of the API' },
  fields: { type: 'text', value: 'FIELD,…', description: 'the fields wanted; the id comes in any case' },
  sort: { type: 'text', value: 'FIELD,…', default: 'id', description: 'their order, as in the API' },
  limit: {
    type: 'integer',
    value: 'COUNT',
    min: 0,
    max: 1_000_000_000,
    default: 0,
    description: 'so many records at most; 0: all',
  },
  names: {
    type: 'flag',
    description: 'related records by name and no ids at all, for an import into another database',
  },
  gzip: { type: 'flag', description: 'compress the file; a name that ends in .gz says so too' },
} as const satisfies OptionDeclarations

const ARGS = {
  type: { description: 'media type' },
  file: { description: 'where to write; absent or -: standard output', optional: true },
} as const

type Context = CommandContext<typeof OPTIONS, typeof ARGS>

export const exportCommand = command({
  description: `Writes all records of a media type, or those of a filter, as they are read: a file of any size needs little memory. It has its name only when it is complete.

Each row has the record’s id and its fields, relations among them: ids of related records. With --names they are what those are called, and there is no id. marquee import reads such a file: with --key id it brings what was edited back to the records it came from, and one with --names fills another database.`,
  options: OPTIONS,
  args: ARGS,
  examples: [
    { line: 'export films films.csv', what: 'all films as a table' },
    {
      line: "export films --filter 'year_$ge_1990' --fields title,year --sort=-year",
      what: 'some of them, as lines of JSON',
    },
    { line: 'export films films.ndjson.gz --names', what: 'for another database' },
  ],
  run: async (context) => {
    const path = context.args.file === '-' ? null : context.args.file
    if (path === null && context.json)
      throw new UsageFailure('--json needs a FILE: standard output is taken by the records')
    return withDatabase(context, (opened) => exportType(path, context, opened))
  },
})

async function exportType(path: string | null, context: Context, opened: Opened): Promise<ExitCode> {
  const { args, options, output } = context
  const catalog = opened.catalogs.current()
  const type = mediaType(catalog, args.type)
  const format: ExportFileFormat =
    options.format ?? (formatOf(path ?? '')?.name as ExportFileFormat | undefined) ?? 'ndjson'
  const fields = options.fields?.split(',').flatMap((name) => name.trim() || []) ?? null
  const shape: ExportShape = {
    type,
    catalog,
    fields,
    names: options.names,
  }
  const progress =
    path === null ? null : context.progress({ title: `Exporting ${type.name}`, total: null, unit: 'records' })
  const rows = { count: 0 }
  const counted = (count: number): void => {
    rows.count += count
    progress?.reach(rows.count)
  }
  try {
    const { childDepth, maxPageSize } = opened.config.dataApi
    const reading = { childDepth, maxPageSize, defaultPageSize: PAGE_SIZE }
    const chunks = exportChunks({ format, shape, wanted: options, database: opened.database, reading, counted })
    await writeText(chunks, path, options.gzip || path?.endsWith('.gz') === true)
  } finally {
    progress?.end()
  }
  const nameless = options.names ? await namelessRecords(type, fields, catalog, opened.database) : new Map()
  for (const [related, count] of nameless) {
    output.warn(
      count === 1
        ? `1 record of ${related} has no name and is left out wherever it is related`
        : `${count} records of ${related} have no name and are left out wherever they are related`,
    )
  }
  if (path !== null) {
    output.result(`${rows.count} records in ${path}`, {
      mediaType: type.name,
      file: path,
      format,
      records: rows.count,
      nameless: Object.fromEntries(nameless),
    })
  }
  return EXIT.done
}
