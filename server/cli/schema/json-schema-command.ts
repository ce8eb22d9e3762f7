import { command } from '../command.ts'
import { documentJsonSchema } from './document-json-schema.ts'
import { writeText } from './files.ts'

export const jsonSchemaCommand = command({
  description:
    'The JSON Schema (draft 2020-12) of the schema document, for editors and other programs. Needs no database.',
  options: {},
  args: { file: { description: 'where to write; absent or -: standard output', optional: true } },
  examples: [{ line: 'schema json-schema marquee-schema.json', what: 'before writing a schema by hand' }],
  run: async ({ args: { file }, output }) => {
    const text = documentJsonSchema()
    if (file === null || file === '-') {
      output.result(text, JSON.parse(text))
      return undefined
    }
    const written = await writeText(file, text)
    output.result(`${written ? 'Wrote' : 'Unchanged:'} ${file}`, { file, written })
    return undefined
  },
})
