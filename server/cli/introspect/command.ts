import { suggestion } from '../../../shared/suggest.ts'
import type { MetadataDocument } from '../../catalog/document.ts'
import type { DocumentProblem } from '../../catalog/shapes/check-shape.ts'
import type { Database } from '../../db/database.ts'
import { type Introspection, introspect } from '../../introspect/introspect.ts'
import { schemaNames, schemasWithTables } from '../../introspect/read-schema.ts'
import { type Report, reportOf, reportText } from '../../introspect/report.ts'
import type { Selection } from '../../introspect/selection.ts'
import { type CommandConsole, command, type OptionDeclarations, type OptionValues } from '../command.ts'
import { CommandFailure, UsageFailure } from '../failure.ts'
import { withDatabase } from '../open.ts'
import { applyAsShown } from '../schema/apply.ts'
import { documentJsonSchema } from '../schema/document-json-schema.ts'
import { documentOf } from '../schema/document-of.ts'
import { DOCUMENT_VERSION } from '../schema/document-shape.ts'
import { writeBeside, writeText } from '../schema/files.ts'
import { readMetadata } from '../schema/metadata.ts'
import { planText } from '../schema/plan/plan-text.ts'
import { readPlan } from '../schema/plan/read-plan.ts'
import type { ShownPlan } from '../schema/plan/show-plan.ts'
import type { ReadDocument } from '../schema/read-document.ts'
import { withoutSeed } from '../schema/seed.ts'
import { JSON_SCHEMA_FILE, writeDocument } from '../schema/write-document.ts'

const options = {
  schema: { type: 'list', value: 'NAME', description: 'a schema to look at; public when none is given' },
  table: {
    type: 'list',
    value: 'PATTERN',
    description: 'only tables and views of such a name, "film*" or "shop.order"; * stands for anything',
  },
  exclude: {
    type: 'list',
    value: 'PATTERN',
    description: 'no tables of such a name, and no columns: "*_backup", "film.poster"',
  },
  'no-pages': { type: 'flag', description: 'make no pages for the media types that are added' },
  out: {
    type: 'text',
    value: 'FILE',
    description: `write the whole metadata as it would be to FILE (.json: as JSON), and ${JSON_SCHEMA_FILE} beside it; - for standard output`,
  },
  apply: { type: 'flag', description: 'store the metadata' },
  yes: { type: 'flag', short: 'y', description: 'do not ask; needed where there is no terminal' },
} as const satisfies OptionDeclarations

export const introspectCommand = command({
  description: `Looks at tables and views that were there before Marquee and derives media types, fields, relations and pages from them. It tells what it maps and how, names whatever it cannot map, and what would change in the metadata; with --apply that is stored in one transaction. Neither tables nor their rows are ever changed.
A second time it brings the metadata up to date: what is new is added, what is gone is removed, and labels, help, pages and other things that people edited stay.`,
  options,
  args: {},
  examples: [
    { line: 'introspect', what: 'see what becomes of the tables in the schema public' },
    { line: 'introspect --schema shop --exclude "*_log" --apply --yes', what: 'map another schema, but for its logs' },
    { line: 'introspect --out marquee.yaml', what: 'write the schema document, to edit it and apply it later' },
  ],
  run: async (context) => {
    const { apply, out } = context.options
    if (apply && out === '-')
      throw new UsageFailure('--out - writes the document instead of storing it: leave out --apply')
    await withDatabase(context, async ({ database }) => {
      const { selection, withPages } = await wishesOf(context.options, database)
      const current = documentOf(await database.transaction(readMetadata))
      const found = await introspect(database, current, { selection, withPages })
      const read = readOf(found)
      const { shown } = await database.transaction((tx) => readPlan(tx, read))
      const report = reportOf(found)
      if (found.looked === 0) context.output.warn(await nothingFound(selection, database))
      if (context.options.out !== null) await write(read.document, context.options.out, context)
      if (context.options.out === '-') return
      if (!context.options.apply || !shown.different) {
        tell(report, shown, false, context)
        return
      }
      await store(database, read, shown, report, context)
      tell(report, shown, true, context)
    })
    return undefined
  },
})

type Wishes = OptionValues<typeof options>

async function wishesOf(
  wishes: Wishes,
  database: Database,
): Promise<{ readonly selection: Selection; readonly withPages: boolean }> {
  const schemas = wishes.schema.length === 0 ? ['public'] : [...new Set(wishes.schema)]
  const there = await schemaNames(database)
  for (const name of schemas) {
    if (!there.includes(name)) {
      const known = `there are ${there.join(', ')}`
      throw new CommandFailure(`the database has no schema ${name}${suggestion(name, there)} (${known})`)
    }
  }
  const selection = { schemas, tables: wishes.table, exclude: wishes.exclude }
  return { selection, withPages: !wishes['no-pages'] }
}

/** Where to look instead. */
async function nothingFound({ schemas, tables }: Selection, database: Database): Promise<string> {
  const where = `${schemas.length === 1 ? 'the schema' : 'the schemas'} ${schemas.join(', ')}`
  if (tables.length > 0) return `In ${where} no table or view of others is called ${tables.join(' or ')}.`
  const others = (await schemasWithTables(database)).filter((name) => !schemas.includes(name))
  const hint = others.length === 0 ? '' : ` There are tables in ${others.join(', ')}: give --schema.`
  return `In ${where} are no tables or views but Marquee’s own.${hint}`
}

/** A document that was made here has no places to tell of. */
function readOf({ document }: Introspection): ReadDocument {
  const refuse = (problems: readonly DocumentProblem[]): void => {
    if (problems.length === 0) return
    const details = problems.map(({ path, message }) => ({ message: `/${path.join('/')}: ${message}` }))
    throw new CommandFailure('the metadata derived cannot be stored:', { details })
  }
  return { document: withoutSeed(document), refuse }
}

async function write(document: MetadataDocument, file: string, { output }: CommandConsole): Promise<void> {
  if (file === '-') {
    output.result(writeDocument(document, 'yaml'), { marquee: DOCUMENT_VERSION, ...document })
    return
  }
  const written = await writeText(file, writeDocument(document, file.endsWith('.json') ? 'json' : 'yaml'))
  await writeBeside(file, JSON_SCHEMA_FILE, documentJsonSchema())
  output.note(written ? `Wrote ${file}` : `Unchanged: ${file}`)
}

async function store(
  database: Database,
  read: ReadDocument,
  shown: ShownPlan,
  report: Report,
  context: CommandConsole & { readonly options: Wishes },
): Promise<void> {
  if (!context.options.yes) {
    if (context.confirm === null) throw new UsageFailure('there is no terminal to ask at: give --yes')
    context.output.warn(`${reportText(report)}\n${planText(shown)}`)
    if (!(await context.confirm('Store this metadata?'))) throw new CommandFailure('nothing was changed')
  }
  const progress = await database.transaction((tx) =>
    applyAsShown(tx, read, shown, { ...context, options: { 'confirm-loss': false } }),
  )
  progress.end()
}

function tell(report: Report, plan: ShownPlan, applied: boolean, { output }: CommandConsole): void {
  const done = applied
    ? `Stored: ${plan.changes.length} changes of the metadata.`
    : plan.different
      ? 'Nothing was changed: give --apply to store this.'
      : 'The metadata is up to date.'
  const text = `${reportText(report)}\nIn the metadata\n${indented(planText(plan))}\n${done}`
  output.result(text, { applied, ...report, plan })
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ')
}
