import type { MetadataDocument } from '../../catalog/document.ts'
import { command } from '../command.ts'
import { withDatabase } from '../open.ts'
import { documentJsonSchema } from './document-json-schema.ts'
import { documentOf } from './document-of.ts'
import { DOCUMENT_VERSION } from './document-shape.ts'
import { writeBeside, writeText } from './files.ts'
import { readMetadata } from './metadata.ts'
import { withoutSeed } from './seed.ts'
import { JSON_SCHEMA_FILE, writeDocument } from './write-document.ts'

export const pullCommand = command({
  description: `Media types with their fields and relations, pages with their components, and the texts of the dictionary; no records, users or rights. What every Marquee comes with is left out unless it was changed. Equal metadata gives the same bytes.
A file that ends in .json is written as JSON, any other as YAML; its first line names ${JSON_SCHEMA_FILE}, which is written beside it, so that editors complete and check.`,
  options: {
    'no-json-schema': { type: 'flag', description: `write no ${JSON_SCHEMA_FILE} beside FILE` },
  },
  args: { file: { description: 'where to write; absent or -: standard output', optional: true } },
  examples: [
    { line: 'schema pull marquee.yaml', what: 'write the schema to be kept in version control' },
    { line: 'schema pull --json', what: 'for programs' },
  ],
  run: async (context) => {
    const document = await withDatabase(context, ({ database }) =>
      database.transaction(async (tx) => withoutSeed(documentOf(await readMetadata(tx)))),
    )
    const { file } = context.args
    if (file === null || file === '-') {
      context.output.result(writeDocument(document, 'yaml'), { marquee: DOCUMENT_VERSION, ...document })
      return undefined
    }
    const text = writeDocument(document, file.endsWith('.json') ? 'json' : 'yaml')
    const written = await writeText(file, text)
    if (!context.options['no-json-schema']) await writeBeside(file, JSON_SCHEMA_FILE, documentJsonSchema())
    const counts = countsOf(document)
    context.output.result(
      `${written ? 'Wrote' : 'Unchanged:'} ${file} (${counts.mediaTypes} media types, ${counts.pages} pages, ${counts.texts} texts)`,
      { file, written, ...counts },
    )
    return undefined
  },
})

function countsOf({ mediaTypes, pages, dictionary }: MetadataDocument) {
  const texts = Object.values(dictionary).reduce((sum, own) => sum + Object.keys(own).length, 0)
  return { mediaTypes: mediaTypes.length, pages: pages.length, texts }
}
