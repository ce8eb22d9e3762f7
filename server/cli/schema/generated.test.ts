import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { CONFIGURATIONS } from '../../catalog/shapes/component-shapes.ts'
import { fieldTypes } from '../../field-types/index.ts'
import { componentMappers } from '../../render/components/index.ts'
import { documentJsonSchema } from './document-json-schema.ts'
import { FIELD_TYPES } from './field-type-shapes.ts'
import { newDatabaseJson } from './new-database.ts'

const kept = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
const MEND = 'run node server/cli/schema/write-generated.ts'

describe('what is generated', () => {
  it('[M2] the JSON Schema in docs is that of the document’s form', () => {
    expect(kept('../../../docs/marquee-schema.json'), MEND).toEqual(JSON.parse(documentJsonSchema()))
  })

  it('[M2] the seed is what a new database holds', async () => {
    expect(kept('./seed.json'), MEND).toEqual(JSON.parse(await newDatabaseJson()))
  })
})

describe('the form of the document', () => {
  it('[M2] tells of every field type there is', () => {
    expect(Object.keys(FIELD_TYPES).toSorted()).toEqual(fieldTypes.names.toSorted())
  })

  it('[M2] tells of configurations of component types that there are', () => {
    expect(componentMappers.names).toEqual(expect.arrayContaining(Object.keys(CONFIGURATIONS)))
  })
})
