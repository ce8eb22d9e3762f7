import { expect, test } from 'vitest'
import { parseSort, printSort, toggleSort } from './sort.ts'

const click = (sort: string, field: string, add = false) => printSort(toggleSort(parseSort(sort), field, add))

test('a click sorts ascending, then descending, then not', () => {
  expect(click('', 'title')).toBe('title')
  expect(click('title', 'title')).toBe('-title')
  expect(click('-title', 'title')).toBe('')
})

test('a click replaces the order, a click with shift adds to it', () => {
  expect(click('year', 'title')).toBe('title')
  expect(click('-year,title', 'title')).toBe('title')
  expect(click('year', 'title', true)).toBe('year,title')
  expect(click('year,title', 'title', true)).toBe('year,-title')
  expect(click('year,-title', 'title', true)).toBe('year')
})
