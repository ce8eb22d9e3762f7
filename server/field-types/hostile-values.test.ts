import type { PGlite } from '@electric-sql/pglite'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migratedPglite } from '../db/test-pglite.ts'
import type { FieldDefinition, Parsed } from './field-type.ts'
import { fieldTypes } from './index.ts'

const FIELD: FieldDefinition = {
  name: 'f',
  label: 'F',
  column: 'f',
  required: false,
  unique: false,
  readOnly: false,
  defaultValue: null,
  enumValues: ['G', 'PG', 'R', 'null', 'NULL', '{}'].map((value) => ({ value, label: value })),
  props: {},
  help: null,
}

let db: PGlite

beforeAll(async () => {
  db = await migratedPglite()
})

afterAll(() => db.close())

describe('hostile values', () => {
  const codeUnits = fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 })
    .map((units) => String.fromCharCode(...units))
  const digits = fc.stringMatching(/^-?[0-9]{1,25}(\.[0-9]{0,25})?([eE][+-]?[0-9]{1,5})?$/)
  const clock = fc.stringMatching(/^([01][0-9]|2[0-5]):[0-6][0-9](:[0-6][0-9](\.[0-9]{1,8})?)?$/)
  const day = fc.stringMatching(/^[0-9]{1,5}-[01]?[0-9]-[0-3]?[0-9]$/)
  const zone = fc.constantFrom('', 'Z', 'z', '+00:00', '+14:00', '-15:59', '+16:00', '+99:99', ' BC', ' Europe/Berlin')
  const instant = fc.tuple(day, fc.constantFrom('T', ' ', 't'), clock, zone).map((parts) => parts.join(''))
  const edges = fc.constantFrom(
    ...[
      '',
      ' ',
      '\0',
      'a\0b',
      '\ud800',
      '\udc00x',
      '\ufffe',
      '\uffff',
      '\\',
      "'",
      '"',
      '{',
      '{}',
      '[]',
      'null',
      'NULL',
      '{NULL}',
      'true',
    ],
    ...[
      'NaN',
      'Infinity',
      '-Infinity',
      'infinity',
      '-infinity',
      'epoch',
      'now',
      'today',
      'allballs',
      '24:00',
      '24:00:00',
      '23:59:60',
    ],
    ...[
      '-0',
      '-0.0',
      '1e400',
      '1e-400',
      '1e131072',
      '1e-16384',
      '9223372036854775807',
      '9223372036854775808',
      '9007199254740993',
    ],
    ...[
      '0000-01-01',
      '0001-01-01',
      '9999-12-31',
      '10000-01-01',
      '294277-01-01',
      '4714-11-24 BC',
      '2026-02-30',
      '0001-01-01T00:00:00+14:00',
    ],
    ...[
      '9999-12-31T23:59:59.999999Z',
      '9999-12-31T23:59:59.9999999Z',
      '9999-12-31T23:59:59-01:00',
      '253402300799',
      '253402300800',
    ],
    ...[
      '9'.repeat(1000),
      '9'.repeat(140_000),
      `0.${'1'.repeat(20_000)}`,
      '1..2',
      '"\\u0000"',
      '{"a":"\\ud800"}',
      '[1e400]',
      '[-0]',
      '1..1e999',
    ],
    ...[
      'G',
      'PG,R',
      '["null"]',
      '#FFF',
      'UTC',
      'https://x.example',
      'a@b.example',
      '* * * * *',
      'poster.jpg',
      '<p>x</p>',
      '<p>&#0;</p>',
    ],
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    codeUnits,
    digits,
    clock,
    day,
    instant,
    edges,
    fc.json({ stringUnit: 'binary' }),
  )
  const number = fc.oneof(
    fc.double(),
    fc.integer(),
    fc.maxSafeInteger(),
    fc.constantFrom(-0, 2 ** 53, 1e21, 5e-324, Number.MAX_VALUE),
  )
  const keyed = fc.dictionary(text, fc.oneof(text, number))
  const value = fc.oneof(
    text,
    number,
    fc.boolean(),
    fc.array(text, { maxLength: 4 }),
    keyed,
    fc.record({ from: number, to: number }),
    fc.jsonValue(),
  )

  it('[FT:Text] [FT:Integer] [FT:Decimal] [FT:Date] [FT:DateTime] [FT:JSON] whatever is accepted of 10,000 texts and values, by any type, Postgres accepts', async () => {
    const kept = new Map<string, Set<unknown>>()
    const keep = (cast: string, read: Parsed) => {
      if (!read.ok || read.value === null) return
      const bound = kept.get(cast) ?? new Set()
      bound.add(cast === 'text[]' ? JSON.stringify(read.value) : read.value)
      kept.set(cast, bound)
    }
    const values = fc.sample(value, 10_000)
    const written = fc.sample(text, 10_000)
    for (const type of fieldTypes.all) {
      const operandType = type.equals ? 'text' : type.parameterType
      for (const hostile of values) keep(type.parameterType, type.parseJson(hostile, FIELD))
      for (const hostile of written) {
        keep(type.parameterType, type.parseText(hostile, FIELD))
        if (type.operators.includes('eq')) keep(operandType, type.parseOperand(hostile))
      }
    }
    const counts = new Map<string, number>()
    for (const [cast, bound] of kept) {
      await expectAccepted(
        cast,
        [...bound].map((item) => (cast === 'text[]' ? JSON.parse(String(item)) : item)),
      )
      counts.set(cast, bound.size)
    }
    expect([...counts.keys()].sort()).toEqual([
      'bigint',
      'boolean',
      'date',
      'jsonb',
      'numeric',
      'text',
      'text[]',
      'time',
      'timestamptz',
    ])
    for (const [cast, count] of counts)
      expect(count, cast).toBeGreaterThan(cast === 'boolean' ? 1 : cast === 'text[]' ? 3 : 20)
  }, 60_000)

  /** Binds in large arrays, and where one is refused says which value it was. */
  async function expectAccepted(cast: string, values: readonly unknown[]): Promise<void> {
    if (cast === 'text[]' || values.length === 1) {
      for (const bound of values)
        await expect(
          db.query(`select $1::${cast}`, [bound]),
          `${cast}: ${JSON.stringify(bound)}`,
        ).resolves.toBeDefined()
      return
    }
    for (let at = 0; at < values.length; at += 2000) {
      const batch = values.slice(at, at + 2000)
      const accepted = await db.query(`select count(*) from unnest($1::${cast}[]) v`, [batch]).then(
        () => true,
        () => false,
      )
      if (!accepted) for (const bound of batch) await expectAccepted(cast, [bound])
    }
  }
})
