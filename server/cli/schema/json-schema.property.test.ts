import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MetadataDocument } from '../../catalog/document.ts'
import { checkShape } from '../../catalog/shapes/check-shape.ts'
import { documentJsonSchema } from './document-json-schema.ts'
import { documentShape } from './document-shape.ts'
import { type TestSchema, testSchema } from './test-schema.ts'
import { writeDocument } from './write-document.ts'

interface Schema {
  readonly [keyword: string]: unknown
  readonly properties?: Readonly<Record<string, Schema>>
}

const schema = JSON.parse(documentJsonSchema()) as Schema & { readonly $defs: Readonly<Record<string, Schema>> }
const valid = new Ajv2020({ strict: false, allErrors: true }).compile(schema)

type Values = Readonly<Record<string, unknown>>

/** Values that a part of the JSON Schema allows; it is read as an editor would read it. */
function valuesOf(part: Schema): fc.Arbitrary<unknown> {
  if (typeof part.$ref === 'string') return valuesOf(schema.$defs[part.$ref.replace('#/$defs/', '')] as Schema)
  if (Array.isArray(part.anyOf)) return fc.oneof(...(part.anyOf as readonly Schema[]).map(valuesOf))
  if (Array.isArray(part.enum)) return fc.constantFrom(...(part.enum as readonly unknown[]))
  if (Array.isArray(part.type)) return fc.oneof(...part.type.map((type: string) => valuesOf({ ...part, type })))
  const [least, most] = [part.minimum as number | undefined, part.maximum as number | undefined]
  switch (part.type) {
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({ min: least ?? -9, max: Math.min(most ?? 9, Math.max(least ?? 0, 99)) })
    case 'number':
      return fc.double({
        noNaN: true,
        noDefaultInfinity: true,
        min: (part.exclusiveMinimum as number) ?? least ?? -1e9,
      })
    case 'string':
      return typeof part.pattern === 'string'
        ? fc.stringMatching(new RegExp(part.pattern))
        : fc.string({ unit: 'grapheme', minLength: (part.minLength as number) ?? 0, maxLength: 12 })
    case 'array':
      return fc.array(valuesOf(part.items as Schema), { minLength: (part.minItems as number) ?? 0, maxLength: 3 })
    case 'object':
      return objects(part)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function keysOf({ propertyNames }: Schema): fc.Arbitrary<string> {
  const { pattern } = (propertyNames ?? {}) as { readonly pattern?: string }
  return pattern === undefined ? fc.string({ maxLength: 8 }) : fc.stringMatching(new RegExp(pattern))
}

function objects(part: Schema): fc.Arbitrary<unknown> {
  const { properties = {}, additionalProperties: more } = part
  if (typeof more === 'object')
    return fc.dictionary(keysOf(part), valuesOf(more as Schema), { maxKeys: 3, noNullPrototype: true })
  const members = Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, valuesOf(each)]))
  const always = (part.required as readonly string[] | undefined) ?? []
  const base = fc.record(members, { requiredKeys: always as string[], noNullPrototype: true })
  const rules = (part.allOf ?? []) as readonly { readonly if: Schema; readonly then: Schema }[]
  return base.chain((value) => {
    const matching = rules.filter((rule) => holds(rule.if, value))
    const special = matching.flatMap(({ then }) => Object.entries(then.properties ?? {}))
    const needed = matching.flatMap(({ then }) => (then.required as readonly string[] | undefined) ?? [])
    const given = Object.entries(value).filter(([name]) => !special.some(([other]) => other === name))
    const more = [
      ...special.filter(([name]) => Object.hasOwn(value, name) || needed.includes(name)),
      ...needed.flatMap((name) =>
        Object.hasOwn(value, name) || special.some(([other]) => other === name)
          ? []
          : [[name, properties[name] as Schema] as const],
      ),
    ]
    const made = fc.record(Object.fromEntries(more.map(([name, each]) => [name, valuesOf(each)])), {
      noNullPrototype: true,
    })
    return made.map((extra) => ({ ...Object.fromEntries(given), ...extra }))
  })
}

function holds(condition: Schema, value: Values): boolean {
  return Object.entries(condition.properties ?? {}).every(([name, { const: only }]) => value[name] === only)
}

const documents = valuesOf(schema) as fc.Arbitrary<MetadataDocument>

/** What of a document only its other parts, Marquee's own names or a reader of values can tell. */
const OF_MEANING = [
  /there is no (media type|page|field)|has no (field|relation)|keeps no order|expected (the field|the media type|the column|a field|columns)/,
  /is in the document (twice|still)|already|is renamed to something else|each value once|another media type’s/,
  /is part of Marquee|a name of Marquee’s own|has a meaning of its own|cannot (stand below|be shown by|become)/,
  /the database has no table|the member foreign|was not made by|keeps its name|link object|joining table|expected none/,
  /to be no more than|a limit that|a regular expression|to have a many-to-one relation|is required and cannot be/,
  /(table|linkTable|linkColumn|linkRelatedColumn|orderColumn|column): .*expected lower-case letters/,
  /expected an address|at most \d+ bundles|is the entry of/,
  /has no prop |texts by number/,
  /defaultValue: |expected a media type|its table was there before|expected (.* )?in "\w+"/,
]

describe('the JSON Schema of the document', () => {
  let database: TestSchema
  beforeAll(async () => {
    database = await testSchema()
  })
  afterAll(() => database.database.close())

  it('[M2] allows nothing that the form of the document does not', () => {
    fc.assert(
      fc.property(documents, (document) => {
        expect(valid(document), JSON.stringify(valid.errors)).toBe(true)
        expect(checkShape(document, documentShape)).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  it('[M2] [M2.b] leaves to the plan what only other parts can tell', async () => {
    await fc.assert(
      fc.asyncProperty(documents, async (document) => {
        for (const problem of await database.problems(document))
          expect(
            OF_MEANING.some((meaning) => meaning.test(problem)),
            problem,
          ).toBe(true)
      }),
      { numRuns: 100 },
    )
  })

  it('[M2] holds of what is written, and refuses a part that is broken', () => {
    fc.assert(
      fc.property(documents, fc.nat(), (document, at) => {
        const written = JSON.parse(writeDocument(document, 'json'))
        expect(valid(written)).toBe(true)
        const names = Object.keys(document)
        const broken = { ...written, [names[at % names.length] as string]: 0 }
        expect([valid(broken), checkShape(broken, documentShape).length > 0]).toEqual([false, true])
      }),
      { numRuns: 100 },
    )
  })

  it('[M2] describes every member, for editors', () => {
    const bare: string[] = []
    const look = (part: Schema, path: string): void => {
      for (const [name, member] of Object.entries(part.properties ?? {})) {
        const target = typeof member.$ref === 'string' ? schema.$defs[member.$ref.replace('#/$defs/', '')] : member
        if (typeof target?.description !== 'string' || target.description === '') bare.push(`${path}/${name}`)
      }
    }
    look(schema, '')
    for (const [name, part] of Object.entries(schema.$defs)) look(part, name)
    expect(bare).toEqual([])
  })
})
