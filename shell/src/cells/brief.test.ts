import { expect, test } from 'vitest'
import { shorten } from './brief.ts'

test('a line shows two values and counts the rest', () =>
  expect(shorten([1, 2, 3, 4], true)).toEqual({ shown: [1, 2], more: 2 }))

test('one value more is shown, not counted', () =>
  expect(shorten([1, 2, 3], true)).toEqual({ shown: [1, 2, 3], more: 0 }))

test('where there is room all values are shown', () =>
  expect(shorten([1, 2, 3, 4], false)).toEqual({ shown: [1, 2, 3, 4], more: 0 }))
