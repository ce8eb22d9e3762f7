import { expect, test } from 'vitest'
import type { FieldSchema, ValidationRules } from '../../../../shared/page.ts'
import { validateValue } from './validate.ts'

const field = (type: string, validation: ValidationRules = {}, more: Partial<FieldSchema> = {}) =>
  ({ type, label: 'Field', required: false, props: {}, ...more, validation }) as FieldSchema
const said = (type: string, validation: ValidationRules, value: unknown) =>
  validateValue(field(type, validation), value)

test('[FT:Text] [FT:MultiEnum] what is required may not be blank', () => {
  const required = { required: true, enumValues: [{ value: 'x', label: 'X' }] }
  for (const value of [null, '', '  '])
    expect(validateValue(field('Text', {}, required), value)).toBe('Field is required')
  expect(validateValue(field('MultiEnum', {}, required), [])).toBe('Field is required')
  expect(validateValue(field('Related', {}, { required: true, multiple: true }), [])).toBe('Field is required')
  expect(validateValue(field('MultiEnum', {}, required), ['x'])).toBeNull()
  expect(validateValue(field('Integer', {}, required), 0)).toBeNull()
  expect(validateValue(field('Boolean', {}, required), false)).toBeNull()
})

test('[FT:Text] [FT:Integer] what is optional may be empty whatever its rules', () => {
  expect(said('Text', { minLength: 3 }, '')).toBeNull()
  expect(said('Integer', { min: 1 }, null)).toBeNull()
})

test('[FT:Text] lengths count characters, not code units', () => {
  expect(said('Text', { maxLength: 2 }, '🎬🎬')).toBeNull()
  expect(said('Text', { maxLength: 1 }, '🎬🎬')).toBe('At most 1 characters (now 2)')
})

test('[FT:Money] [FT:Date] [FT:DateTime] [FT:Range] bounds compare numbers, exact amounts, days, moments and ranges', () => {
  expect(said('Integer', { min: 9, max: 10 }, 10)).toBeNull()
  expect(said('Decimal', { max: '9' }, 10)).toBe('At most 9')
  const most = '99999999999999999.01'
  expect(said('Money', { max: most }, '99999999999999999.02')).toBe(`At most ${most}`)
  expect(said('Range', { max: most }, { from: 1, to: '99999999999999999.02' })).toBe(`At most ${most}`)
  expect(said('Date', { min: '2000-01-01' }, '1999-12-31')).toBe('At least 2000-01-01')
  expect(said('DateTime', { min: '2000-01-01T00:00:00Z' }, '2000-01-01T00:00:00.5Z')).toBeNull()
  expect(said('Range', { max: 5 }, { from: 3, to: 1 })).toBe('Expected a range whose start is not after its end')
})

test('[FT:Text] a pattern that is none hinders nobody', () => {
  expect(said('Text', { pattern: '^[a-z]+$' }, 'ab1')).toBe('Expected text that matches ^[a-z]+$')
  expect(said('Text', { pattern: '(' }, 'x')).toBeNull()
})

test('a field type that this shell does not know hinders nobody', () => expect(said('Sound', {}, {})).toBeNull())
