import { expect, test } from 'vitest'
import { checkJson } from './json-text.ts'

test('blank text is null', () => expect(checkJson(' \n')).toEqual({ ok: true, value: null }))

test('an error names its line and column', () => {
  const check = checkJson('{"a": 1,\n  b: 2}')
  expect(check).toEqual({ ok: false, problem: 'Not valid JSON at line 2, column 3' })
})

test('[FT:JSON] a number that would come back as another one is refused', () => {
  expect(checkJson('{"a": [1.50, 1e3, 0.1, 9007199254740991]}').ok).toBe(true)
  expect(checkJson('{"a": 12345678901234567.89}')).toEqual({
    ok: false,
    problem: '12345678901234567.89 has more digits than are kept: write it in quotes',
  })
})
