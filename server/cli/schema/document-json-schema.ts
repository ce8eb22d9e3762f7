import { documentShape } from './document-shape.ts'
import { jsonSchema } from './json-schema.ts'

/** The JSON Schema of the document, as `docs/marquee-schema.json` and `schema pull` write it. */
export function documentJsonSchema(): string {
  const schema = jsonSchema(documentShape, { id: 'urn:marquee:schema:1', title: 'Marquee schema' })
  return `${JSON.stringify(schema, null, 2)}\n`
}
