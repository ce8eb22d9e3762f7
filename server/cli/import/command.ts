import { createHash } from 'node:crypto'
import { loadCatalog } from '../../catalog/load.ts'
import { FileFault } from '../../import/file-row.ts'
import { fileFormats, formatOf } from '../../import/formats.ts'
import { carryOut, type FileToImport, planFile } from '../../import/import-file.ts'
import { ImportTaken } from '../../import/import-state.ts'
import { TypeMade } from '../../import/make-types.ts'
import { SurveyFault } from '../../import/survey.ts'
import { asUtf8 } from '../../import/utf8.ts'
import { PlanFault, readPairs, readTargets, type Wishes } from '../../import/wishes.ts'
import { styleNamed } from '../../import/written-style.ts'
import { type CommandContext, command, type OptionDeclarations } from '../command.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { CommandFailure, Interrupted, UsageFailure } from '../failure.ts'
import { type Opened, withDatabase } from '../open.ts'
import { BadRowsFile } from './bad-rows-file.ts'
import { openSource, type SourceFile } from './open-file.ts'
import { planLines } from './show-plan.ts'
import { summaryJson, summaryText } from './summary.ts'
import { writerOver } from './writer.ts'

const OPTIONS = {
  into: {
    type: 'text',
    value: 'TYPE',
    description: 'media type to fill; it is made, with what its lists name, where there is none',
  },
  key: {
    type: 'list',
    value: 'COLUMN,…',
    description: 'columns a record is recognised by (id: its id); absent: by all its values',
  },
  list: {
    type: 'list',
    value: 'COLUMN=TYPE:FIELD',
    description:
      'the column lists records of TYPE by their FIELD; absent: lists are TYPE of the column’s name, by name',
  },
  lookup: {
    type: 'list',
    value: 'COLUMN=TYPE:FIELD',
    description: 'the column names one record of TYPE by its FIELD; what is not there is made',
  },
  map: { type: 'list', value: 'COLUMN=FIELD', description: 'the field of a column, where its name is another' },
  type: {
    type: 'list',
    value: 'COLUMN=FIELDTYPE',
    description: 'the field type of a new field, instead of the one its values look like',
  },
  skip: { type: 'list', value: 'COLUMN', description: 'leave a column out' },
  name: { type: 'text', value: 'COLUMN', description: 'what records of a new media type are shown by' },
  label: { type: 'text', value: 'TEXT', description: 'what one record of a new media type is called' },
  'label-plural': { type: 'text', value: 'TEXT', description: 'what several are called' },
  format: {
    type: 'text',
    value: 'FORMAT',
    choices: ['csv', 'json', 'ndjson'],
    description: 'absent: by the name of the file',
  },
  delimiter: {
    type: 'text',
    value: 'CHARACTER',
    description: 'what stands between the fields of a CSV file (tab: a tab); absent: told from its header',
  },
  'skip-lines': {
    type: 'integer',
    value: 'COUNT',
    min: 0,
    max: 1_000_000,
    default: 0,
    description: 'lines before the header of a CSV file, a title for instance',
  },
  columns: { type: 'text', value: 'NAME,…', description: 'the columns of a CSV file that has no header' },
  split: {
    type: 'text',
    value: 'TEXT',
    default: ';',
    description: 'what stands between the names of a list in a CSV file',
  },
  encoding: {
    type: 'text',
    value: 'NAME',
    description: 'windows-1252, utf-16le or another; absent: UTF-8, or UTF-16 with a byte order mark',
  },
  dates: {
    type: 'text',
    value: 'ORDER',
    choices: ['dmy', 'mdy'],
    description: 'days as 31/12/2024 or as 12/31/2024; absent: as all of a column can only be, or 2024-12-31',
  },
  decimal: {
    type: 'text',
    value: 'SIGN',
    choices: ['comma', 'point'],
    description: 'numbers as 1.234,5 or as 1,234.5; absent: as all of a column can only be, or 1234.5',
  },
  batch: {
    type: 'integer',
    value: 'ROWS',
    min: 1,
    max: 5000,
    default: 500,
    description: 'rows that are written together',
  },
  errors: {
    type: 'text',
    value: 'FILE',
    description: 'where rows go that are not imported; absent: <FILE>.errors.ndjson in the working folder',
  },
  restart: { type: 'flag', description: 'begin from the first row, though an earlier run was cut short' },
  'dry-run': { type: 'flag', description: 'read everything, tell what would be done, and do nothing' },
  yes: { type: 'flag', short: 'y', description: 'do not ask' },
} as const satisfies OptionDeclarations

const ARGS = { file: { description: 'CSV, JSON or NDJSON, gzipped or not; - for standard input' } } as const

type Context = CommandContext<typeof OPTIONS, typeof ARGS>

export const importCommand = command({
  description: `Reads the file once to see what it holds, shows what it is going to do, asks where there is a terminal, and then reads it again and writes batch by batch.

A record that is there already is found by its key, and gets what differs; without --key a row that differs anywhere is a new record. Rows of one key are kept apart by their order. So the same file a second time changes nothing, and a run that was cut short goes on from where it was when the same command is given again.

A row that cannot be imported is told with its line and every reason, and kept as it came in the file of --errors; the others are imported, and the exit code is then 1.`,
  options: OPTIONS,
  args: ARGS,
  examples: [
    {
      line: 'import films.ndjson.gz --into films --key title,year --list cast=people:name',
      what: 'films with people and genres',
    },
    { line: 'import films.csv --into films --key id', what: 'an exported file after it was edited' },
    { line: 'import films.csv --into films --dry-run --json', what: 'what would become of it' },
  ],
  run: async (context) => {
    const wishes = wishesOf(context)
    const source = await openSource(context.args.file)
    try {
      const errors = errorsPath(context)
      if (errors !== null && (await source.isAt(errors))) {
        throw new UsageFailure(`--errors ${errors} is the file that is imported: expected another`)
      }
      return await withDatabase(context, (opened) => importSource(source, wishes, context, opened))
    } catch (error) {
      throw asFailure(error, source)
    } finally {
      await source.close()
    }
  },
})

async function importSource(
  source: SourceFile,
  wishes: Wishes,
  context: Context,
  { config, database }: Opened,
): Promise<ExitCode> {
  const { options, output, signal } = context
  const started = performance.now()
  const file = fileOf(source, wishes, context)
  const reading = context.progress({ title: `Reading ${source.name}`, total: null, unit: 'rows' })
  const { survey, plan } = await planFile(file, wishes, await loadCatalog(database), (rows) => {
    if (signal.aborted) throw new Interrupted()
    reading.reach(rows)
  }).finally(() => reading.end())
  const asks = context.confirm !== null && !options.yes && !options['dry-run']
  for (const line of planLines(source.name, survey, plan)) asks ? output.warn(line) : output.note(line)
  if (asks && !(await context.confirm?.('Import?'))) throw new CommandFailure('nothing was imported')
  const bad = new BadRowsFile(errorsPath(context))
  let resumedAt = 0
  let done = 0
  const writing = context.progress({ title: `Importing ${plan.into}`, total: survey.rows, unit: 'rows' })
  try {
    const result = await carryOut({
      database,
      file,
      plan,
      author: { userId: null, name: 'marquee import' },
      batch: options.batch,
      dryRun: options['dry-run'],
      restart: options.restart,
      writerFor: (over, catalog, effects) => writerOver(over, config, catalog, effects),
      begun: async ({ rows, errorBytes }) => {
        resumedAt = rows
        bad.begin(errorBytes)
        if (rows > 0)
          output.note(
            `An earlier run came to row ${rows} of ${survey.rows}: going on from there (--restart begins anew).`,
          )
      },
      keep: (rows) => bad.keep(rows),
      progress: (rows) => {
        done = rows
        if (signal.aborted) throw new Interrupted()
        writing.reach(rows)
      },
    }).finally(() => writing.end())
    const seconds = (performance.now() - started) / 1000
    const { path: errors, first } = bad
    const summary = { file: source.name, plan, result, dryRun: options['dry-run'], resumedAt, errors, first, seconds }
    output.result(summaryText(summary), summaryJson(summary))
    return result.state.bad > 0 ? EXIT.failed : EXIT.done
  } catch (error) {
    if (error instanceof Interrupted && done > 0 && !options['dry-run']) {
      output.warn(`${done} of ${survey.rows} rows are done: the same command goes on from there.`)
    }
    throw error
  } finally {
    await bad.close()
  }
}

function wishesOf({ options }: Context): Wishes {
  if (options.into === null) throw new UsageFailure('--into TYPE is missing: which media type is to be filled?')
  try {
    return {
      into: options.into,
      key: options.key.flatMap((words) => words.split(',')).filter((word) => word !== ''),
      map: readPairs('--map', options.map),
      types: readPairs('--type', options.type),
      lists: readTargets('--list', options.list),
      lookups: readTargets('--lookup', options.lookup),
      skip: new Set(options.skip),
      label: options.label,
      labelPlural: options['label-plural'],
      nameField: options.name,
    }
  } catch (error) {
    throw error instanceof PlanFault ? new UsageFailure(error.message) : error
  }
}

function fileOf(source: SourceFile, wishes: Wishes, { args, options }: Context): FileToImport {
  const format = options.format === null ? formatOf(args.file) : fileFormats.get(options.format)
  if (format === undefined)
    throw new UsageFailure(`--format is missing: the name of ${source.name} does not tell what it is`)
  const delimiter = options.delimiter === 'tab' ? '\t' : options.delimiter
  if (delimiter !== null && (delimiter.length !== 1 || /["\r\n]/.test(delimiter))) {
    throw new UsageFailure('--delimiter: expected one character, or tab')
  }
  const columns = options.columns?.split(',').map((name) => name.trim()) ?? null
  const csv = { delimiter, columns, skipLines: options['skip-lines'] }
  const { encoding, split } = options
  const read = [
    format.name,
    csv,
    split,
    encoding,
    options.dates,
    options.decimal,
    Object.values(wishes).map((wish) => (isListing(wish) ? [...wish] : wish)),
  ]
  return {
    name: source.name,
    format,
    csv,
    separator: split,
    assumed: [options.dates, options.decimal].flatMap((name) => (name === null ? [] : [styleNamed(name)])),
    digest: createHash('sha256').update(source.digest).update(JSON.stringify(read)).digest('hex'),
    open: () => asUtf8(source.open(), encoding),
  }
}

function isListing(wish: unknown): wish is Iterable<unknown> {
  return wish instanceof Map || wish instanceof Set
}

/** A dry run leaves no file behind that nobody asked for. */
function errorsPath({ args, options }: Context): string | null {
  if (options.errors !== null || options['dry-run']) return options.errors
  const name = args.file === '-' ? 'stdin' : (args.file.split(/[/\\]/).at(-1) ?? 'import')
  return `${name}.errors.ndjson`
}

function asFailure(error: unknown, { name }: SourceFile): unknown {
  if (error instanceof PlanFault) {
    const details = error.details.map((message) => ({ message }))
    return new CommandFailure(`${name} cannot be imported like this`, { exitCode: EXIT.usage, details })
  }
  if (error instanceof FileFault || error instanceof SurveyFault) return new CommandFailure(`${name}: ${error.message}`)
  return error instanceof ImportTaken || error instanceof TypeMade ? new CommandFailure(error.message) : error
}
