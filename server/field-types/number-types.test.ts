import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FieldDefinition, FieldType, Parsed } from './field-type.ts'
import { fieldTypes } from './index.ts'

const FIELD: FieldDefinition = {
  name: 'f',
  label: 'F',
  column: 'f',
  required: false,
  unique: false,
  readOnly: false,
  defaultValue: null,
  enumValues: [],
  props: {},
  help: null,
}

function type(name: string): FieldType {
  const found = fieldTypes.get(name)
  if (!found) throw new Error(`no field type ${name}`)
  return found
}

type Props = FieldDefinition['props']
const text = (name: string, value: string, props: Props = {}) =>
  result(type(name).parseText(value, { ...FIELD, props }))
const json = (name: string, value: unknown, props: Props = {}) =>
  result(type(name).parseJson(value, { ...FIELD, props }))
const propsOf = (name: string, props: Props = {}) => type(name).props({ ...FIELD, props })
const rulesOf = (name: string, props: Props = {}) => type(name).validation({ ...FIELD, props })

function result(read: Parsed): unknown {
  return read.ok ? read.value : `expected ${read.expected}`
}

const NOT_NUMBERS = [
  '',
  ' ',
  '1,5',
  '1 000',
  '0x10',
  '1_000',
  '+1',
  '.5',
  '5.',
  '1.2.3',
  'NaN',
  'Infinity',
  '-',
  '--1',
  '١',
  '1e',
]

describe('Integer', () => {
  it('[FT:Integer] takes every whole number that JSON carries exactly', () => {
    const whole = fc.maxSafeInteger()
    fc.assert(fc.property(whole, (value) => json('Integer', value) === value && text('Integer', `${value}`) === value))
    expect(Object.is(json('Integer', -0), 0)).toBe(true)
    expect(Object.is(text('Integer', '-0'), 0)).toBe(true)
  })

  it('[FT:Integer] refuses the rest and says what it expected', () => {
    const all = 'expected a whole number from -9007199254740991 to 9007199254740991'
    for (const value of [2 ** 53, -(2 ** 53)]) expect(json('Integer', value)).toBe(all)
    for (const value of [Number.POSITIVE_INFINITY, Number.NaN, 1.5])
      expect(json('Integer', value)).toBe('expected a whole number')
    for (const value of ['1', true, [], {}]) expect(json('Integer', value)).toBe('expected a whole number')
    for (const value of [...NOT_NUMBERS, '1.5', '1e3', '9007199254740992', '9'.repeat(200_000)]) {
      expect(text('Integer', value)).toBe('expected a whole number')
    }
  })

  it('[FT:Integer] keeps min and max, which a filter may pass', () => {
    expect(json('Integer', 101, { min: 0, max: 100 })).toBe('expected a whole number from 0 to 100')
    expect(json('Integer', 2 ** 53, { min: 0 })).toBe('expected a whole number from 0 to 9007199254740991')
    expect(text('Integer', '-1', { min: 0 })).toBe('expected a whole number, 0 or more')
    expect(type('Integer').parseOperand('-1')).toEqual({ ok: true, value: -1 })
    expect(rulesOf('Integer', { min: 0, max: 'x' })).toEqual({ min: 0 })
  })

  it('[FT:Integer.2] a redirect links to a page and an item', () => {
    expect(type('Integer').link?.({ pageKey: 'movies', id: '7' })).toEqual({ pageKey: 'movies', id: '7' })
  })
})

describe('Decimal', () => {
  it('[FT:Decimal] keeps its digits', () => {
    for (const value of ['1.50', '0.10', '-12.000', '123456789012345678901234567890.123456789']) {
      expect(json('Decimal', value)).toBe(value)
      expect(text('Decimal', value)).toBe(value)
    }
    expect(['007.50', '-0.00', '1e3', '1.25E-3', '-1.5e1'].map((value) => text('Decimal', value))).toEqual([
      ...['7.50', '0.00', '1000', '0.00125', '-15'],
    ])
  })

  it('[FT:Decimal] takes every finite number whose digits JSON carries, as the same number', () => {
    const number = fc.double({ noNaN: true, noDefaultInfinity: true })
    const kept = number.filter((value) => !Number.isInteger(value) || Number.isSafeInteger(value))
    fc.assert(fc.property(kept, (value) => Number(json('Decimal', value)) === value))
    expect(json('Decimal', -0)).toBe('0')
  })

  it('[FT:Decimal] refuses what is no number, what is too long, and what has lost its digits', () => {
    for (const value of [Number.POSITIVE_INFINITY, Number.NaN, 2 ** 53, true, [], '1e400000'])
      expect(json('Decimal', value)).toMatch(/^expected a number/)
    for (const value of NOT_NUMBERS) expect(text('Decimal', value)).toBe('expected a number such as 12.5')
    for (const value of ['9'.repeat(1001), '9'.repeat(200_000), '1e9999', '1e-9999', `0.${'0'.repeat(999)}1`]) {
      expect(text('Decimal', value)).toBe('expected a number such as 12.5')
    }
  })

  it('[FT:Decimal] precision refuses further digits, and does not round', () => {
    expect(text('Decimal', '1.25', { precision: 2 })).toBe('1.25')
    expect(text('Decimal', '1.2500', { precision: 2 })).toBe('1.25')
    expect(text('Decimal', '1.255', { precision: 2 })).toBe('expected a number of at most 2 digits after the point')
  })

  it('[FT:Decimal] compares with min and max digit by digit', () => {
    const props = { min: '-0.1', max: 1 }
    expect(text('Decimal', '1.0000000000000000000000001', props)).toBe('expected a number from -0.1 to 1')
    expect(text('Decimal', '-0.1000000000000000000001', props)).toMatch(/^expected/)
    expect(text('Decimal', '-0.10', props)).toBe('-0.10')
    expect(rulesOf('Decimal', props)).toEqual({ min: -0.1, max: 1 })
    const pair = fc.tuple(fc.integer(), fc.integer({ min: 0, max: 999 }), fc.integer())
    fc.assert(
      fc.property(pair, ([whole, thousandths, limit]) => {
        const value = `${whole}.${String(thousandths).padStart(3, '0')}`
        return (text('Decimal', value, { max: limit }) === value) === Number(value) <= limit
      }),
    )
  })
})

describe('Money', () => {
  it('[FT:Money] preserves the decimals, to the precision', () => {
    expect(
      ['12.5', '12.50', '12', '-0.00', '0012.500', '99999999999999999999.99'].map((value) => json('Money', value)),
    ).toEqual([...['12.50', '12.50', '12.00', '0.00', '12.50', '99999999999999999999.99']])
    expect([12.5, 0.1, 1e21 / 1e10, -3].map((value) => json('Money', value))).toEqual([
      '12.50',
      '0.10',
      '100000000000.00',
      '-3.00',
    ])
  })

  it('[FT:Money] is never rounded and never passes through a float', () => {
    expect(json('Money', '1.005')).toBe('expected an amount such as 12.50, with a point and at most 2 digits after it')
    expect(json('Money', 0.1 + 0.2)).toBe('expected an amount of over 15 digits as text')
    expect(json('Money', Number('12345678901234.567'), { precision: 3 })).toBe(
      'expected an amount of over 15 digits as text',
    )
    expect(json('Money', '12345678901234.567', { precision: 3 })).toBe('12345678901234.567')
  })

  it('[FT:Money] maxDigits counts every digit', () => {
    expect(json('Money', '999.99', { maxDigits: 5 })).toBe('999.99')
    expect(json('Money', '1000', { maxDigits: 5 })).toBe(
      'expected an amount of at most 5 digits, 2 of them after the point',
    )
    expect(json('Money', '0.05', { maxDigits: 2 })).toBe('0.05')
  })

  it('[FT:Money.2] has the props currency, precision, maxDigits and stringMode', () => {
    const props = { currency: 'EUR', precision: 3, maxDigits: 12 }
    expect(propsOf('Money', props)).toEqual({ ...props, stringMode: true })
    expect(propsOf('Money', { currency: 'JPY' })).toEqual({ currency: 'JPY', precision: 0, stringMode: true })
    expect(propsOf('Money', { currency: 'KWD' })).toEqual({ currency: 'KWD', precision: 3, stringMode: true })
    expect(propsOf('Money', { currency: 'no such' })).toEqual({ currency: 'no such', precision: 2, stringMode: true })
    expect(json('Money', '12.5', { currency: 'JPY' })).toBe(
      'expected an amount such as 12, without digits after the point',
    )
  })

  it('[FT:Money.3] the point is the decimal sign, whatever the culture', () => {
    for (const value of ['1,5', '1.000,50', '1,000.50', '1 000', "1'000", '€1', '1 €', '١٢']) {
      expect(json('Money', value)).toBe('expected an amount such as 12.50, with a point and at most 2 digits after it')
    }
  })
})

describe('Range', () => {
  it('[FT:Range] is two numbers, either of them open', () => {
    expect(json('Range', { from: 1, to: 2.5 })).toBe('{"from":1,"to":2.5}')
    expect(json('Range', { to: 3 })).toBe('{"from":null,"to":3}')
    expect(json('Range', { from: -0, to: null })).toBe('{"from":0,"to":null}')
    expect(['1..2.5', '..3', '-2..', '{"from":1,"to":1}'].map((value) => text('Range', value))).toEqual([
      ...['{"from":1,"to":2.5}', '{"from":null,"to":3}', '{"from":-2,"to":null}', '{"from":1,"to":1}'],
    ])
  })

  it('[FT:Range] keeps the digits of its bounds', () => {
    const long = '{"from":12345678901234567.89,"to":12345678901234567.90}'
    expect(json('Range', { from: '12345678901234567.89', to: '12345678901234567.90' })).toBe(long)
    expect(text('Range', long)).toBe(long)
    expect(text('Range', '12345678901234567.89..12345678901234567.90')).toBe(long)
    expect(json('Range', { from: '12345678901234567.90', to: '12345678901234567.89' })).toMatch(/start is not after/)
  })

  it('[FT:Range] keeps its order and its limits', () => {
    expect(json('Range', { from: 2, to: 1 })).toBe('expected a range whose start is not after its end')
    expect(json('Range', { from: 0, to: 11 }, { min: 0, max: 10 })).toBe('expected a range from 0 to 10')
    for (const value of [
      1,
      '1..2',
      [1, 2],
      { from: '1,5' },
      { from: Number.POSITIVE_INFINITY },
      { from: 2 ** 53 },
      { from: 1, step: 2 },
      { __proto__: { from: 1 }, x: 1 },
    ]) {
      expect(json('Range', value)).toBe('expected a range {from, to} of numbers')
    }
    expect(propsOf('Range', { min: 0, max: 10, secret: 1 })).toEqual({ min: 0, max: 10 })
  })
})

describe('Slider', () => {
  it('[FT:Slider] is a number on its scale, and has min, max, step and marks', () => {
    expect(json('Slider', 50)).toBe('50')
    expect(json('Slider', 101)).toBe('expected a number from 0 to 100')
    expect(json('Slider', 7, { min: 1, max: 5 })).toBe('expected a number from 1 to 5')
    expect(propsOf('Slider')).toEqual({ min: 0, max: 100, step: 1 })
    const props = { min: 1, max: 5, step: 0.5, marks: { 1: 'low', 5: 'high' } }
    expect(propsOf('Slider', props)).toEqual(props)
    expect(rulesOf('Slider')).toEqual({ min: 0, max: 100 })
  })
})

describe('relations', () => {
  it.each(['[FT:Source]', '[FT:Related]', '[FT:DropRelated]'])('%s holds the id of a record', (rule) => {
    const name = rule.slice('[FT:'.length, -1)
    const id = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
    fc.assert(fc.property(id, (value) => json(name, value) === value && text(name, `${value}`) === value))
    for (const value of [0, -1, 1.5, 2 ** 53, '1', null, [1]])
      expect(json(name, value)).toMatch(/^expected the id of a record/)
  })

  it('[FT:Source.2] can be cleared', () => {
    expect(propsOf('Source')).toEqual({ allowClear: true })
  })

  it('[FT:Related.2] a redirect links to a page', () => {
    expect(type('Related').link?.({ pageKey: 'movies', id: '7' })).toEqual({ pageKey: 'movies' })
  })

  it('[FT:Image.2] only relations and whole numbers link', () => {
    const linking = fieldTypes.all.filter(({ link }) => link).map(({ name }) => name)
    expect(linking).toEqual(['Integer', 'Related', 'DropRelated'])
  })
})

describe('Boolean', () => {
  it('[FT:Boolean] is true or false', () => {
    expect([true, false].map((value) => json('Boolean', value))).toEqual([true, false])
    expect(['true', 'FALSE', '1', '0'].map((value) => text('Boolean', value))).toEqual([true, false, true, false])
    for (const value of [1, 'true', '', []]) expect(json('Boolean', value)).toBe('expected true or false')
    for (const value of ['', 'yes', '2']) expect(text('Boolean', value)).toBe('expected true or false')
  })
})

describe('JSON', () => {
  it('[FT:JSON] is any value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'grapheme' }), (value) => {
        const read = json('JSON', value)
        expect(read).toBe(value === null ? null : JSON.stringify(value))
        expect(text('JSON', JSON.stringify(value))).toBe(read)
      }),
    )
    expect(json('JSON', JSON.parse('{"__proto__":{"a":1}}'))).toBe('{"__proto__":{"a":1}}')
  })

  it('[FT:JSON] refuses what jsonb cannot hold', () => {
    for (const value of ['\0', ['\ud800'], { 'a\0': 1 }, { a: { b: 'x\udfff' } }]) {
      expect(json('JSON', value)).toBe('expected JSON without NUL or broken characters')
    }
    expect(text('JSON', '[1e400]')).toBe('expected JSON with numbers within ±1.8e308')
    expect(text('JSON', '"\\u0000"')).toBe('expected JSON without NUL or broken characters')
    expect(text('JSON', '{')).toBe('expected JSON')
  })

  it('[FT:JSON] is at most 64 levels deep', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    expect(text('JSON', nested(64))).toBe(nested(64))
    expect(text('JSON', nested(65))).toBe('expected JSON of at most 64 levels')
    expect(text('JSON', nested(1_000_000))).toBe('expected JSON of at most 64 levels')
  })
})
