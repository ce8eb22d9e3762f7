import { expect, test } from 'vitest'
import { checkJson } from './json-text.ts'

test('blank text is null', () => expect(checkJson(' \n')).toEqual({ ok: true, value: null }))

test('an error names its line and column', () => {
  const check = checkJson('{"a": 1,\n  b: 2}')
  expect(check).toEqual({ ok: false, problem: 'Not valid JSON at line 2, column 3' })
})
