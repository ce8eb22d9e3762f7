import { expect, test } from 'vitest'
import type { ErrorObject } from '../../../../shared/envelope.ts'
import type { FieldSchema } from '../../../../shared/page.ts'
import { sortErrors } from './server-errors.ts'

const fields = [
  { name: 'title' },
  { name: 'director', linkKey: 'director_id' },
  { name: 'tags', linkKey: 'a/b[tags]' },
] as FieldSchema[]
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
      error('/movies/0/title', 'Too long.'),
      error('/movies/0/title', 'Taken.'),
      error('/movies/0/_links/director_id', 'Gone.'),
      error('/movies/0/_links/a~1b[tags]', 'Empty.'),
      error('/movies/0/hidden', 'Required.'),
      error(undefined, 'Refused.'),
    ],
    fields,
  )
  expect(sorted.fields).toEqual({ title: 'Too long. Taken.', director: 'Gone.', tags: 'Empty.' })
  expect(sorted.others).toEqual(['Required.', 'Refused.'])
})
