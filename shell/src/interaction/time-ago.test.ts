import { expect, test } from 'vitest'
import { timeAgo } from './time-ago.ts'

const now = Date.parse('2026-03-04T12:00:00Z')
const before = (minutes: number) => timeAgo(now - minutes * 60_000, now)

test('a moment within a day is told by how long ago it was, rounded down', () => {
  expect(before(0.9)).toBe('just now')
  expect(before(5.9)).toMatch(/5/)
  expect(before(119)).toMatch(/1/)
})

test('an older one by its day', () => expect(before(60 * 24 * 3)).toMatch(/2026/))

test('a clock that is behind the server’s is no reason for the future', () => expect(before(-10)).toBe('just now'))
