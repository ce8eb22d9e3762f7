import { expect, it } from 'vitest'
import { patternFault } from './pattern.ts'

it('[M1] says what is wrong with a pattern', () => {
  for (const good of ['^tt\\d{7,8}$', '(a|b)+c', '[(]']) expect(patternFault(good)).toBeNull()
  for (const costly of ['(a+)+', `${'a'.repeat(501)}`, 7, '']) expect(patternFault(costly)).toContain('no repetition')
  expect(patternFault('(')).toMatch(/^expected a regular expression, found a mistake: \S/)
  expect(patternFault('[b-a]')).toMatch(/^expected a regular expression, found a mistake: \S/)
})
