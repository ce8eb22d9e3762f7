import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { date } from './date.ts'
import { dateTime } from './date-time.ts'
import type { FieldDefinition, FieldType } from './field-type.ts'
import { time } from './time.ts'

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

type Props = FieldDefinition['props']

function json(type: FieldType, value: unknown, props: Props = {}): unknown {
  const read = type.parseJson(value, { ...FIELD, props })
  return read.ok ? read.value : `expected ${read.expected}`
}

function text(type: FieldType, value: string, props: Props = {}): unknown {
  const read = type.parseText(value, { ...FIELD, props })
  return read.ok ? read.value : `expected ${read.expected}`
}

const FIRST = new Date('0001-01-01T00:00:00Z')
const LAST = new Date('9999-12-31T23:59:59Z')
const instants = fc.date({ min: FIRST, max: LAST, noInvalidDate: true })

describe('Date', () => {
  it('[FT:Date] takes every day of the years 0001 to 9999', () => {
    const days = instants.map((value) => value.toISOString().slice(0, 10))
    fc.assert(fc.property(days, (day) => json(date, day) === day && text(date, day) === day))
  })

  it('[FT:Date] is a day that exists, as Postgres and Date agree', () => {
    const two = (value: number) => String(value).padStart(2, '0')
    const parts = fc.tuple(
      fc.integer({ min: 1, max: 9999 }),
      fc.integer({ min: 0, max: 14 }),
      fc.integer({ min: 0, max: 33 }),
    )
    fc.assert(
      fc.property(parts, ([year, month, day]) => {
        const written = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
        const instant = new Date(`${written}T00:00:00Z`)
        const exists = !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(written)
        expect(json(date, written) === written).toBe(exists)
      }),
      { numRuns: 2000 },
    )
    for (const value of [
      '2026-02-29',
      '1900-02-29',
      '0000-01-01',
      '10000-01-01',
      '2026-1-1',
      '31.01.2026',
      'today',
      'infinity',
      '2026-01-31T00:00:00Z',
      ' 2026-01-31',
      true,
      {},
    ]) {
      expect(json(date, value)).toBe('expected a date as yyyy-MM-dd or Unix time')
    }
    expect(json(date, '2000-02-29')).toBe('2000-02-29')
  })

  it('[FT:Date] Unix time stands for its day in UTC', () => {
    expect(text(date, '1769860799')).toBe('2026-01-31')
    expect(json(date, 1769860800)).toBe('2026-01-31')
    expect(text(date, '-1')).toBe('1969-12-31')
    expect(text(date, '-62135596800')).toBe('0001-01-01')
    for (const value of ['-62135596801', '253402300800', '9'.repeat(12), '9'.repeat(13), '1.5', '']) {
      expect(text(date, value)).toBe('expected a date as yyyy-MM-dd or Unix time')
    }
    for (const value of [1.5, Number.NaN, Number.POSITIVE_INFINITY, 1e15])
      expect(json(date, value)).toMatch(/^expected a date/)
  })

  it('[FT:Date] keeps min and max, which a filter may pass', () => {
    const props = { min: '1888-01-01', max: '2100-12-31' }
    expect(json(date, '1887-12-31', props)).toBe(
      'expected a date as yyyy-MM-dd or Unix time from 1888-01-01 to 2100-12-31',
    )
    expect(date.parseOperand('1000-01-01')).toEqual({ ok: true, value: '1000-01-01' })
    expect(date.validation({ ...FIELD, props })).toEqual(props)
  })
})

describe('DateTime', () => {
  it('[FT:DateTime] takes every instant, at any offset, as the same instant in UTC', () => {
    const two = (value: number) => String(value).padStart(2, '0')
    fc.assert(
      fc.property(instants, fc.integer({ min: -840, max: 840 }), (instant, offset) => {
        const local = new Date(instant.getTime() + offset * 60_000)
        fc.pre(local >= FIRST && local <= LAST)
        const minutes = Math.abs(offset)
        const zone = `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
        const read = json(dateTime, local.toISOString().replace('Z', zone))
        expect(new Date(String(read)).getTime()).toBe(instant.getTime())
        expect(read).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d*[1-9])?Z$/)
      }),
    )
  })

  it('[FT:DateTime] is shown in UTC, with a fraction only where there is one', () => {
    expect(json(dateTime, '2026-01-31T14:00:00+02:00')).toBe('2026-01-31T12:00:00Z')
    expect(json(dateTime, '2026-01-31T12:00:00.120Z')).toBe('2026-01-31T12:00:00.12Z')
    expect(json(dateTime, '2026-01-31T12:00:00.000Z')).toBe('2026-01-31T12:00:00Z')
    expect(json(dateTime, '2026-01-31t12:00z')).toBe('2026-01-31T12:00:00Z')
    expect(text(dateTime, '2026-01-31 12:00:00-0530')).toBe('2026-01-31T17:30:00Z')
  })

  it('[FT:DateTime] is also Unix time, and in text a day', () => {
    expect(json(dateTime, 1769860800)).toBe('2026-01-31T12:00:00Z')
    expect(text(dateTime, '1769860800')).toBe('2026-01-31T12:00:00Z')
    expect(text(dateTime, '2026-01-31')).toBe('2026-01-31T00:00:00Z')
  })

  it('[FT:DateTime] refuses what names no instant', () => {
    const wrong = [
      '2026-01-31',
      '2026-01-31T12:00:00',
      '2026-02-30T00:00:00Z',
      '2026-01-31T24:00:00Z',
      '2026-06-30T23:59:60Z',
      '2026-01-31T12:00:00.1234567Z',
      '2026-01-31T12:00:00+16:00',
      '0001-01-01T00:00:00+00:01',
      '9999-12-31T23:59:59-00:01',
      '',
      'now',
      1.5,
      Number.POSITIVE_INFINITY,
      true,
    ]
    for (const value of wrong) {
      expect(json(dateTime, value)).toBe('expected a date and time such as 2026-01-31T12:00:00Z, or Unix time')
    }
  })

  it('[FT:DateTime] keeps min and max to the fraction', () => {
    const props = { max: '2026-01-31T12:00:00Z' }
    expect(json(dateTime, '2026-01-31T12:00:00Z', props)).toBe('2026-01-31T12:00:00Z')
    expect(json(dateTime, '2026-01-31T12:00:00.000001Z', props)).toMatch(/^expected .*, 2026-01-31T12:00:00Z or less$/)
  })
})

describe('Time', () => {
  it('[FT:Time] is HH:mm or HH:mm:ss', () => {
    expect(json(time, '23:59')).toBe('23:59:00')
    expect(text(time, '00:00:01')).toBe('00:00:01')
    for (const value of ['24:00', '12:60', '12:00:60', '1:00', '12', '', '12:00Z', 'noon', 1200]) {
      expect(json(time, value)).toBe('expected a time as HH:mm or HH:mm:ss')
    }
  })

  it('[FT:Time] keeps min and max', () => {
    const props = { min: '06:00', max: '22:00' }
    expect(json(time, '05:59', props)).toBe('expected a time as HH:mm or HH:mm:ss from 06:00:00 to 22:00:00')
    expect(time.validation({ ...FIELD, props })).toEqual({ min: '06:00:00', max: '22:00:00' })
  })
})
