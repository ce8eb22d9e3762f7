import { writeFile } from 'node:fs/promises'
import { documentJsonSchema } from './document-json-schema.ts'
import { newDatabaseJson } from './new-database.ts'

/** Run after a change of the document's form or of the migrations, and format what it wrote:
 * `node server/cli/schema/write-generated.ts && npx biome check --write server/cli/schema docs/marquee-schema.json` */
await writeFile(new URL('../../../docs/marquee-schema.json', import.meta.url), documentJsonSchema())
await writeFile(new URL('./seed.json', import.meta.url), await newDatabaseJson())
