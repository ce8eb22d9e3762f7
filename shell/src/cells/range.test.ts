import { expect, test } from 'vitest'
import { formatRange } from './range.ts'

test('[FT:Range] a range reads as words where it is open, its digits exact', () => {
  expect(formatRange({ from: 12, to: 35.5 })).toBe('12 – 35.5')
  expect(formatRange({ from: 0, to: null })).toBe('from 0')
  expect(formatRange({ from: null, to: '12345678901234567.89' })).toMatch(/^up to 12.345.678.901.234.567.89$/)
  expect(formatRange({ from: null, to: null })).toBeNull()
})
