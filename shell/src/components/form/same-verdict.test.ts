import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Catalog, Field, PageComponent } from '../../../../server/catalog/catalog.ts'
import type { Problem } from '../../../../server/errors.ts'
import { fieldTypes } from '../../../../server/field-types/index.ts'
import { fieldSchema } from '../../../../server/render/components/field-schema.ts'
import { readColumn } from '../../../../server/write/bind-write.ts'
import { SECRET_PLACEHOLDER } from '../../../../shared/envelope.ts'
import { parseExact } from '../../../../shared/exact-json.ts'
import type { FieldSchema } from '../../../../shared/page.ts'
import { validateValue } from './validate.ts'

const COMPONENT: PageComponent = { key: 'form', type: 'form', title: null, order: 0, configuration: {} }
const CATALOG = { mediaTypes: new Map(), pages: new Map() } as unknown as Catalog

/** What a page tells the browser of a field, after its way there. */
const sent = (field: Field): FieldSchema => JSON.parse(JSON.stringify(fieldSchema(field, COMPONENT, CATALOG)))

/** What the server says to a value that comes in a body. */
function refusal(field: Field, value: unknown): string | null {
  const problems: Problem[] = []
  const text = JSON.stringify(value)
  readColumn(field, field.type.exact ? parseExact(text) : JSON.parse(text), '/x', 'update', problems)
  return problems[0]?.detail ?? null
}

const number = fc.oneof(
  fc.integer({ min: -20, max: 120 }),
  fc.maxSafeInteger(),
  fc.constantFrom(2 ** 53, -0, 1e21, 1e-7, 0.1 + 0.2),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)
const digits = fc
  .tuple(fc.constantFrom('', '-', '+'), fc.stringMatching(/^\d{1,20}$/), fc.stringMatching(/^(\.\d{0,6})?(e-?\d)?$/))
  .map((parts) => parts.join(''))
const days = fc.date({ min: new Date('1999-01-01'), max: new Date('2031-01-01'), noInvalidDate: true })
const moment = days.map((day) => day.toISOString())
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  digits,
  moment,
  moment.map((iso) => iso.slice(0, 10)),
  moment.map((iso) => iso.slice(11, 19)),
  moment.map((iso) => `${iso.slice(0, 19)}.5+02:00`),
  fc.emailAddress(),
  fc.webUrl({ validSchemes: ['http', 'https', 'ftp', 'file'] }),
  fc.stringMatching(/^#[0-9a-fA-F]{3,8}$/),
  fc.stringMatching(/^([0-9*]{1,2}|\*\/\d|MON)( ([0-9*]{1,2}|1-5)){3,6}$/),
  fc.constantFrom('', ' ', 'a', 'b', 'A', '🎬', '\0', '\ud800', SECRET_PLACEHOLDER, '@daily', '0 0 31 2 *', 'UTC'),
  fc.constantFrom(
    'Europe/Berlin',
    'mailto:a@b.c',
    'javascript:x',
    'http:a',
    'http://a b',
    'a/b.png',
    '<p>x</p>',
    'é@ü.de',
  ),
)
const value: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: text, weight: 6 },
  { arbitrary: number, weight: 3 },
  fc.constantFrom(null, true, false, [], {}),
  fc.array(fc.constantFrom('a', 'b', 'c', 1, null), { maxLength: 3 }),
  fc.record({ from: fc.oneof(number, digits, fc.constant(null)), to: fc.oneof(number, digits) }, { requiredKeys: [] }),
  fc.jsonValue(),
)

const limit = fc.oneof(number, digits, moment, fc.constantFrom('2010-01-01', '10:00', '9.99', '12345678901234567.89'))
const props = fc.record(
  {
    min: limit,
    max: limit,
    minLength: fc.nat(8),
    maxLength: fc.nat(30),
    precision: fc.nat(4),
    maxDigits: fc.integer({ min: 1, max: 18 }),
    currency: fc.constantFrom('EUR', 'JPY', 'KWD', 'none'),
    pattern: fc.constantFrom('^[a-z]+$', '/', '(', '((a+)b)*', '\\p{L}', '\n'),
    step: number,
  },
  { requiredKeys: [] },
)
const rules = fc.record({
  required: fc.boolean(),
  unique: fc.boolean(),
  props,
  choices: fc.subarray(['a', 'b', 'A', ' ']),
})

const PLAIN = { name: 'f', label: 'F', column: 'f', readOnly: false, defaultValue: null, help: null }
const KEPT = { relation: null, stored: true, indexed: false, columnType: null }

describe('the browser and the server', () => {
  it.each(fieldTypes.names)('[FT:%s] say the same of every value', (name) => {
    const type = fieldTypes.get(name)
    if (type === undefined) throw new Error(`no field type ${name}`)
    let taken = 0
    fc.assert(
      fc.property(rules, value, ({ choices, ...rule }, given) => {
        const enumValues = choices.map((choice) => ({ value: choice, label: choice.toUpperCase() }))
        const field: Field = { ...PLAIN, ...KEPT, ...rule, enumValues, type }
        const [here, there] = [validateValue(sent(field), given), refusal(field, given)]
        if (here === null) taken += 1
        expect(here === null, `${JSON.stringify(given)}: “${here}” here, “${there}” there`).toBe(there === null)
      }),
      { numRuns: 400 },
    )
    expect(taken).toBeGreaterThan(0)
  })

  it.each(fieldTypes.names)('[FT:%s] is known to both: nowhere is NUL a value', (type) => {
    const field = { type, label: 'F', required: false, props: {}, validation: {} } as unknown as FieldSchema
    expect(validateValue(field, '\0')).not.toBeNull()
  })
})
