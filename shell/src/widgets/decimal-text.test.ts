import { describe, expect, test } from 'vitest'
import { compareDecimals, groupDecimal, parseDecimal } from './decimal-text.ts'

describe('parseDecimal', () => {
  const money = { precision: 2, maxDigits: 15 }
  test.each([
    ['12.5', '12.50'],
    ['1,234.5', '1234.50'],
    ['1 234 567', '1234567.00'],
    ['007', '7.00'],
    ['-0', '0.00'],
    ['-.5', '-0.50'],
    ['9999999999999.99', '9999999999999.99'],
  ])('reads %s as %s', (typed, value) => expect(parseDecimal(typed, money)).toEqual({ value }))

  test('blank is no value', () => expect(parseDecimal('  ')).toEqual({ value: null }))

  test.each(['12,50', '1,2,3', '1.234,50', 'abc', '1e5', '.', '--1'])('refuses %s rather than guess', (typed) =>
    expect(parseDecimal(typed, money)).toHaveProperty('problem'),
  )

  test('never rounds: more digits than the field has are refused', () =>
    expect(parseDecimal('1.999', money)).toHaveProperty('problem'))

  test('counts digits in all', () => {
    expect(parseDecimal('99999999999999.99', money)).toHaveProperty('problem')
    expect(parseDecimal('0.12', { precision: 2, maxDigits: 2 })).toEqual({ value: '0.12' })
  })
})

describe('compareDecimals', () => {
  test.each([
    ['1.10', '1.1', 0],
    ['2', '10', -1],
    ['-2', '-10', 1],
    ['-0', '0', 0],
    ['12345678901234567890.01', '12345678901234567890.02', -1],
  ])('%s and %s', (left, right, sign) => expect(Math.sign(compareDecimals(left, right))).toBe(sign))
})

test('groupDecimal groups and pads without a float', () => {
  expect(groupDecimal('12345678901234567890.5', 2)).toBe('12,345,678,901,234,567,890.50')
  expect(groupDecimal('-123', 0)).toBe('-123')
})
