import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDecimals, compareDecimals, groupDecimal, parseDecimal, wireNumber } from './decimal-text.ts'

describe('[FT:Money.3] parseDecimal', () => {
  const money = { precision: 2, maxDigits: 15 }
  test.each([
    ['12.5', '12.50'],
    ['1,234.5', '1234.50'],
    ['1,234', '1234.00'],
    ['1 234 567', '1234567.00'],
    ["1'234’567", '1234567.00'],
    ['007', '7.00'],
    ['-0', '0.00'],
    ['-.5', '-0.50'],
    ['5.', '5.00'],
    ['+5', '5.00'],
    ['1.500', '1.50'],
    ['1.2E+3', '1200.00'],
    ['\u22125', '-5.00'],
    ['9999999999999.99', '9999999999999.99'],
  ])('reads %s as %s', (typed, value) => expect(parseDecimal(typed, money, false)).toEqual({ value }))

  test('blank is no value', () => expect(parseDecimal('  ')).toEqual({ value: null }))

  test.each(['1,2,3', '1.2,3.4', 'abc', '.', '--1', '1,23.4', '+-1', '0x10'])('refuses %s rather than guess', (typed) =>
    expect(parseDecimal(typed, money)).toHaveProperty('problem'),
  )

  test.each([
    ['1,5', '1.5'],
    ['12,50', '12.50'],
    ['1.234,56', '1234.56'],
    ['1.234.567', '1234567'],
    ['-1.234.567,8', '-1234567.8'],
  ])('says how %s is written here', (typed, meant) => {
    const problem = `Write the decimal mark as a point: ${meant}`
    for (const commaIsMark of [true, false]) expect(parseDecimal(typed, money, commaIsMark)).toEqual({ problem })
  })

  test('[X51] asks what is meant where the comma is the decimal mark', () => {
    expect(parseDecimal('1,234', money, true)).toEqual({ problem: 'This can be read both ways: write 1.234 or 1234' })
    expect(parseDecimal('1,234,567', money, true)).toEqual({ value: '1234567.00' })
    expect(parseDecimal('1,234.5', money, true)).toEqual({ value: '1234.50' })
  })

  test('never rounds: more digits than the field has are refused', () =>
    expect(parseDecimal('1.999', money)).toEqual({ problem: 'At most 2 digits after the point' }))

  test('counts digits in all', () => {
    expect(parseDecimal('99999999999999.99', money)).toEqual({ problem: 'At most 15 digits' })
    expect(parseDecimal('0.12', { precision: 2, maxDigits: 2 })).toEqual({ value: '0.12' })
  })
})

const amount = fc
  .tuple(fc.constantFrom('', '-'), fc.stringMatching(/^[1-9]\d{0,25}$/), fc.stringMatching(/^(\.\d{1,12})?$/))
  .map((parts) => parts.join(''))

test('[FT:Money] the thousands shown never change the amount, wherever it is read', () => {
  fc.assert(
    fc.property(amount, fc.boolean(), fc.nat(6), (value, commaIsMark, precision) => {
      const shown = groupDecimal(value, precision, commaIsMark)
      const read = parseDecimal(shown, {}, commaIsMark)
      // where the comma is a mark none is shown
      expect(commaIsMark && shown.includes(',')).toBe(false)
      expect('value' in read && read.value !== null && compareDecimals(read.value, value)).toBe(0)
    }),
  )
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
  expect(groupDecimal('12345678901234567890.5', 2, false)).toBe('12,345,678,901,234,567,890.50')
  expect(groupDecimal('1234567.5', 2, true)).toBe('1\u202f234\u202f567.50')
  expect(groupDecimal('-123', 0)).toBe('-123')
})

test('addDecimals adds without dust', () => {
  expect(addDecimals('0.1', '0.2')).toBe('0.3')
  expect(addDecimals('12345678901234567.89', '0.01')).toBe('12345678901234567.90')
  expect(addDecimals('0.5', '-1')).toBe('-0.5')
  const whole = fc.maxSafeInteger()
  fc.assert(fc.property(whole, whole, (a, b) => addDecimals(`${a}`, `${b}`) === `${BigInt(a) + BigInt(b)}`))
})

test('[FT:Decimal] a number that would lose digits travels as text', () => {
  expect(wireNumber('12.50')).toBe(12.5)
  expect(wireNumber('12345678901234567.89')).toBe('12345678901234567.89')
  expect(wireNumber('100000000000000000000')).toBe('100000000000000000000')
})
