import { expect, it } from 'vitest'
import { readCheck } from './checks.ts'

const at = (text: string, inclusive = true) => ({ text, inclusive })

it.each([
  [`(status = ANY (ARRAY['draft'::text, 'in review'::text]))`, { values: ['draft', 'in review'] }],
  [
    `((status)::text = ANY ((ARRAY['a'::character varying, 'it''s'::character varying(20)])::text[]))`,
    { values: ['a', "it's"] },
  ],
  [`(status = 'only'::text)`, { values: ['only'] }],
  ['((status >= 1) AND (status <= 5))', { min: at('1'), max: at('5') }],
  ['(status > (0)::numeric)', { min: at('0', false) }],
  [`(status >= '-5'::integer)`, { min: at('-5') }],
  ['(status >= (- 1.5))', { min: at('-1.5') }],
  [`(status >= '1890-01-01'::date)`, { min: at('1890-01-01') }],
  ['(0 <= status)', { min: at('0') }],
  ['((1 < status) AND (status < 10))', { min: at('1', false), max: at('10', false) }],
  ['(char_length(status) <= 20)', { maxLength: 20 }],
  ['((length((status)::text) > 2) AND (length((status)::text) < 9))', { minLength: 3, maxLength: 8 }],
  ['(char_length(status) = 5)', { minLength: 5, maxLength: 5 }],
])('[M3] reads the check %s', (expression, expected) => {
  expect(readCheck(expression, 'status')).toEqual(expected)
})

it.each([
  `((status = 'a'::text) OR (status = 'b'::text))`,
  `((status)::text = 'x'::text) OR (other = 1)`,
  `((status)::text ~ '^[A-Z]+$'::text)`,
  '(status <> 5)',
  '(upper(status) = status)',
  '(status IS NOT NULL)',
  '((status >= 1) AND (status <> 3))',
  '((status >= 1) AND (status >= 2))',
  '((status % 2) = 0)',
  '(other > 0)',
  '(length(status) > 99999999999999999999)',
  '(1 = 1)',
  'status',
  '((status > 0)',
  "(status = ANY (ARRAY['a', lower('B')]))",
  '',
])('[M3] leaves what it does not know to the database: %s', (expression) => {
  expect(readCheck(expression, 'status')).toBeNull()
})

it('[M3] reads the name of a column that needs quotes, or is that of a function', () => {
  expect(readCheck('("My Column" > 0)', 'My Column')).toEqual({ min: at('0', false) })
  expect(readCheck('(length > 0)', 'length')).toEqual({ min: at('0', false) })
  expect(readCheck('(VALUE <= 100)', 'VALUE')).toEqual({ max: at('100') })
})
