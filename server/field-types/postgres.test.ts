import type { PGlite } from '@electric-sql/pglite'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SECRET_PLACEHOLDER } from '../../shared/envelope.ts'
import { migratedPglite } from '../db/test-pglite.ts'
import type { FieldDefinition, FieldType, Parsed } from './field-type.ts'
import { fieldTypes } from './index.ts'
import type { JsonSchema } from './json-schema.ts'

const FIELD: FieldDefinition = {
  name: 'f',
  label: 'F',
  column: 'f',
  required: false,
  unique: false,
  readOnly: false,
  defaultValue: null,
  enumValues: ['G', 'PG', 'R', 'a, "b"\\', 'null', 'NULL', '{}', '🎬'].map((value) => ({ value, label: value })),
  props: { min: undefined },
  help: null,
}

interface Sample {
  readonly values: fc.Arbitrary<unknown>
  /** What is read back; absent: what was sent. */
  readonly shown?: (value: never) => unknown
}

const instants = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59Z'),
  noInvalidDate: true,
})
const texts = fc.string({ unit: 'binary', maxLength: 40 }).map((value) => value.replaceAll('\0', ''))
const names = fc.stringMatching(/^[a-z0-9]{1,12}$/)
const ids = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
const numbers = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .filter((value) => !Number.isInteger(value) || Number.isSafeInteger(value))
const choices = fc.constantFrom(...FIELD.enumValues.map(({ value }) => value))
const plus = (value: number) => value + 0
const files = fc.oneof(
  names,
  names.map((name) => `https://cdn.example/${name}.png`),
)
const two = (value: number) => String(value).padStart(2, '0')

/** Valid values of every type, as a JSON body brings them. */
const SAMPLES: Readonly<Record<string, Sample>> = {
  Text: { values: texts },
  TextArea: { values: texts },
  Integer: { values: fc.maxSafeInteger() },
  Decimal: { values: numbers, shown: plus },
  Boolean: { values: fc.boolean() },
  Date: { values: instants.map((value) => value.toISOString().slice(0, 10)) },
  DateTime: {
    values: instants.map((value) => value.toISOString()),
    shown: (value: string) => value.replace(/\.?0*Z$/, 'Z'),
  },
  Time: {
    values: fc
      .integer({ min: 0, max: 86399 })
      .map((at) => [at / 3600, (at / 60) % 60, at % 60].map((part) => two(Math.floor(part))).join(':')),
  },
  Enum: { values: choices },
  MultiEnum: { values: fc.uniqueArray(choices) },
  Money: {
    values: fc
      .bigInt({ min: -(10n ** 30n), max: 10n ** 30n })
      .map((cents) => `${cents / 100n}.${two(Math.abs(Number(cents % 100n)))}`),
  },
  Range: {
    values: fc
      .tuple(fc.option(numbers), fc.option(numbers))
      .map(([a, b]) => (a !== null && b !== null && a > b ? { from: b, to: a } : { from: a, to: b })),
    shown: ({ from, to }: { from: number | null; to: number | null }) => ({
      from: from === null ? null : from + 0,
      to: to === null ? null : to + 0,
    }),
  },
  Slider: { values: fc.double({ min: 0, max: 100, noNaN: true }), shown: plus },
  Source: { values: ids },
  Related: { values: ids },
  DropRelated: { values: ids },
  Image: { values: files },
  File: { values: files },
  Color: { values: fc.stringMatching(/^#[0-9a-fA-F]{6}$/), shown: (value: string) => value.toLowerCase() },
  Cron: {
    values: fc
      .tuple(fc.integer({ min: 0, max: 59 }), fc.integer({ min: 0, max: 23 }))
      .map(([m, h]) => `${m} ${h} * * 1-5`),
  },
  JSON: {
    values: fc.jsonValue({ stringUnit: 'grapheme' }).filter((value) => value !== null),
    shown: (value: unknown) => JSON.parse(JSON.stringify(value)),
  },
  HTML: { values: fc.array(names, { minLength: 1 }).map((items) => `<ul><li>${items.join('</li><li>')}</li></ul>`) },
  Timezone: { values: fc.constantFrom(...Intl.supportedValuesOf('timeZone')) },
  Url: { values: fc.webUrl() },
  Email: { values: names.map((name) => `${name}@sub.example.org`) },
  Secret: { values: texts, shown: () => SECRET_PLACEHOLDER },
}

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true })
for (const format of ['date', 'date-time', 'idn-email', 'iri']) ajv.addFormat(format, true)

/** What a JSON Schema says against a value; null when nothing. */
function faults(schema: JsonSchema, value: unknown): string | null {
  return ajv.validate(schema, value) ? null : `${JSON.stringify(value)}: ${ajv.errorsText()}`
}

let db: PGlite

beforeAll(async () => {
  db = await migratedPglite()
  // Whatever the session is set to, what is shown stays the same.
  await db.exec("set timezone = 'UTC'; set datestyle = 'SQL, DMY'")
})

afterAll(() => db.close())

function accepted(read: Parsed): unknown {
  if (!read.ok) throw new Error(`expected ${read.expected}`)
  return read.value
}

describe('every field type against Postgres', () => {
  it('has samples of all', () => {
    expect(Object.keys(SAMPLES).sort()).toEqual([...fieldTypes.names].sort())
  })

  it.each(Object.entries(SAMPLES))(
    '[FT:%s] values are stored and shown as they were',
    async (name, { values, shown }) => {
      const type = fieldTypes.get(name) as FieldType
      const sent = fc.sample(values, 300)
      const parameters = sent.map((value) => accepted(type.parseJson(value, FIELD)))
      await db.exec(`create table "of_${name}" (id bigint generated always as identity, v ${type.sqlType(FIELD)})`)
      const rows = parameters.map((_, index) => `($${index + 1}::${type.parameterType})`)
      await db.query(`insert into "of_${name}" (v) values ${rows.join()}`, parameters)
      const column = 't."v"'
      const read = await db.query<{ all: string }>(
        `select json_agg(row_to_json(r) order by r.id)::text as all
         from (select t.id, ${type.select?.(column) ?? column} as v from "of_${name}" t) r`,
      )
      const back: { v: unknown }[] = JSON.parse(read.rows[0]?.all ?? '[]')
      const expectedBack = sent.map((value) =>
        shown ? shown(value as never) : value === '' && parameters.includes(null) ? null : value,
      )
      expect(back.map(({ v }) => v)).toEqual(expectedBack)
      // each object is compiled anew, which takes far longer than to hold a value against it
      const [schema, whenShown] = [type.schema(FIELD), type.shown(FIELD)]
      for (const value of sent) expect(faults(schema, value)).toBeNull()
      for (const { v } of back) if (v !== null) expect(faults(whenShown, v)).toBeNull()
    },
  )

  it.each<[string, Partial<FieldDefinition>, readonly unknown[], readonly unknown[]]>([
    ['Text', { props: { maxLength: 3, minLength: 2, pattern: '^[a-z]+$' } }, ['abc', 'ab'], ['a', 'abcd', 'AB', 7]],
    ['Integer', { props: { min: 0, max: 9 } }, [0, 9], [-1, 10, 1.5, '3']],
    ['Decimal', { props: { min: 0.5, max: 10 } }, [0.5, '7.25'], [0, 11, 'x']],
    ['Slider', {}, [0, '50', 100], [-1, 101]],
    ['Money', { props: { min: 0 } }, ['1.50', 2], [-1, '1,50']],
    ['Range', { props: { max: 5 } }, [{ from: 1, to: null }, {}], [{ to: 6 }, { from: 1, by: 2 }, [1, 2]]],
    ['Time', {}, ['23:59', '00:00:00'], ['24:00', '1:00', 60]],
    ['Enum', {}, ['PG'], ['X', 1]],
    ['MultiEnum', {}, [['PG', 'G'], []], ['PG', ['X'], ['G', 'G']]],
    ['Color', {}, ['#FFF', '#1e90ff'], ['red', '#12']],
    ['Related', {}, [1], [0, 1.5, '1']],
  ])('[G6] the schema of a %s field has its limits', (name, field, valid, invalid) => {
    const type = fieldTypes.get(name) as FieldType
    const definition = { ...FIELD, ...field }
    for (const value of valid) {
      expect(faults(type.schema(definition), value)).toBeNull()
      expect(type.parseJson(value, definition), JSON.stringify(value)).toMatchObject({ ok: true })
    }
    for (const value of invalid) {
      expect(faults(type.schema(definition), value), JSON.stringify(value)).not.toBeNull()
      expect(type.parseJson(value, definition), JSON.stringify(value)).toMatchObject({ ok: false })
    }
  })

  it.each(['1.50', '0.10', '123456789012345678901234567890.1234567890'])(
    '[FT:Decimal] %s leaves as a JSON number with its digits',
    async (written) => {
      const type = fieldTypes.get('Decimal') as FieldType
      const parameter = accepted(type.parseJson(written, FIELD))
      const read = await db.query<{ json: string }>(
        `select row_to_json(r)::text as json from (select $1::${type.parameterType} as v) r`,
        [parameter],
      )
      expect(read.rows[0]?.json).toBe(`{"v":${written}}`)
    },
  )

  it('[FT:Money] leaves as text with its decimals', async () => {
    const type = fieldTypes.get('Money') as FieldType
    const read = await db.query<{ json: string }>(
      `select row_to_json(r)::text as json from (select ${type.select?.('t.v')} as v from (select $1::numeric as v) t) r`,
      [accepted(type.parseJson(12.5, FIELD))],
    )
    expect(read.rows[0]?.json).toBe('{"v":"12.50"}')
  })

  it('[FT:DateTime] microseconds are kept', async () => {
    const type = fieldTypes.get('DateTime') as FieldType
    const written = [
      '2026-01-31T12:00:00.000001Z',
      '9999-12-31T23:59:59.999999Z',
      '0001-01-01T00:00:00Z',
      '2026-01-31T12:00:10Z',
    ]
    const read = await db.query<{ v: string }>(
      `select ${type.select?.('t.v')} as v from unnest($1::timestamptz[]) with ordinality as t(v, n) order by n`,
      [written.map((value) => accepted(type.parseText(value, FIELD)))],
    )
    expect(read.rows.map(({ v }) => v)).toEqual(written)
  })

  it.each([
    ['Text', ['', null], ['x', ' ']],
    ['Integer', [null], [0]],
    ['Boolean', [null], [false]],
    ['MultiEnum', [null, []], [['G']]],
    ['Range', [null, {}, { from: null }], [{ from: 0 }, { to: 0 }]],
    ['JSON', [null, {}], [[], 0, '', false, { a: null }]],
  ])('[FT:%s] knows what is empty', async (name, empty, full) => {
    const type = fieldTypes.get(name) as FieldType
    const isEmpty = type.isEmpty?.('v') ?? 'v is null'
    for (const [values, answer] of [
      [empty, true],
      [full, false],
    ] as const) {
      for (const value of values) {
        const parameter = value === null ? null : accepted(type.parseJson(value, FIELD))
        const read = await db.query<{ e: boolean }>(
          `select ${isEmpty} as e from (select $1::${type.parameterType} as v) t`,
          [parameter],
        )
        expect(read.rows[0]?.e, JSON.stringify(value)).toBe(answer)
      }
    }
  })

  it('[FT:Text] a long text fits the index it is sorted by', async () => {
    const type = fieldTypes.get('Text') as FieldType
    const long = fc.sample(fc.string({ unit: 'grapheme', minLength: 20_000, maxLength: 20_000 }), 1)[0]
    await db.exec(`create table long_texts (v text); create index on long_texts ((${type.sortKey?.('v')}))`)
    await expect(db.query('insert into long_texts values ($1::text)', [long])).resolves.toBeDefined()
  })
})
