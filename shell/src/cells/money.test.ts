import { expect, test } from 'vitest'
import { formatMoney } from './money.tsx'

const digits = (text: string) => text.replace(/[^\d.,]/g, '')

test('amounts are exact, whatever their size', () => {
  expect(digits(formatMoney('12345678901234567890.12', 'USD', 2)).replace(/[.,\s]/g, '')).toBe('1234567890123456789012')
})

test('a currency that is none leaves the amount', () => expect(formatMoney('1.5', 'no currency', 2)).toMatch(/1.50/))

test('what is no amount stays as it is', () => expect(formatMoney('n/a', 'USD', 2)).toBe('n/a'))
