import { expect, test } from 'vitest'
import type { ErrorObject } from '../../../../shared/envelope.ts'
import type { FieldSchema } from '../../../../shared/page.ts'
import { sortErrors } from './server-errors.ts'

const fields = [{ name: 'title' }, { name: 'director' }, { name: 'a/b' }] as FieldSchema[]
const error = (pointer: string | undefined, detail: string): ErrorObject => ({
  status: '422',
  code: 'VALIDATION',
  title: 'Invalid',
  detail,
  ...(pointer === undefined ? {} : { source: { pointer } }),
})

test('errors go to the fields their pointers name, the rest together', () => {
  const sorted = sortErrors(
    [
      error('/values/title', 'Too long.'),
      error('/values/title', 'Taken.'),
      error('/values/director', 'Gone.'),
      error('/values/a~1b/3', 'Empty.'),
      error('/values/hidden', 'Required.'),
      error(undefined, 'Refused.'),
    ],
    fields,
  )
  expect(sorted.fields).toEqual({ title: 'Too long. Taken.', director: 'Gone.', 'a/b': 'Empty.' })
  expect(sorted.others.map(({ detail }) => detail)).toEqual(['Required.', 'Refused.'])
})
