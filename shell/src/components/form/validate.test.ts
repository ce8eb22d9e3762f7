import { expect, test } from 'vitest'
import type { FieldSchema, ValidationRules } from '../../../../shared/page.ts'
import { validateValue } from './validate.ts'

const field = (validation: ValidationRules, required = false) =>
  ({ label: 'Field', required, validation }) as FieldSchema
const ok = (validation: ValidationRules, value: unknown) => validateValue(field(validation), value) === null

test('what is required may not be blank', () => {
  for (const value of [null, '', '  ', []]) expect(validateValue(field({}, true), value)).toBe('Field is required')
  for (const value of [0, false, 'x', [1]]) expect(validateValue(field({}, true), value)).toBeNull()
})

test('what is optional may be empty whatever its rules', () => expect(ok({ minLength: 3, min: 1 }, '')).toBe(true))

test('lengths count characters, not code units', () => {
  expect(ok({ maxLength: 2 }, '🎬🎬')).toBe(true)
  expect(ok({ maxLength: 1 }, '🎬🎬')).toBe(false)
})

test('bounds compare numbers, exact amounts, days and ranges', () => {
  expect(ok({ min: 9, max: 10 }, 10)).toBe(true)
  expect(ok({ max: '9' }, 10)).toBe(false)
  expect(ok({ max: '99999999999999999.01' }, '99999999999999999.02')).toBe(false)
  expect(ok({ min: '2000-01-01' }, '1999-12-31')).toBe(false)
  expect(ok({ max: 5 }, { from: 1, to: 6 })).toBe(false)
})

test('a pattern that is none hinders nobody', () => {
  expect(ok({ pattern: '^[a-z]+$' }, 'ab1')).toBe(false)
  expect(ok({ pattern: '(' }, 'x')).toBe(true)
})
