import { expect, test } from 'vitest'
import { tagTone } from './tag-tone.ts'

test('a state has its tone however it is written', () => {
  expect(tagTone('published')).toBe('good')
  expect(tagTone('In review')).toBe('waiting')
  expect(tagTone('ARCHIVED')).toBe('quiet')
})

test('any other choice has none', () => expect(tagTone('saturday')).toBeUndefined())
