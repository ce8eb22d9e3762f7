import { expect, test } from 'vitest'
import type { ErrorObject } from '../../../shared/envelope.ts'
import { placeErrors } from './place-errors.ts'

const error = (pointer?: string): ErrorObject => ({
  status: '422',
  code: 'VALIDATION',
  title: 'Invalid',
  detail: pointer ?? 'nowhere',
  ...(pointer === undefined ? {} : { source: { pointer } }),
})

test('what a pointer names goes to its component, with the rest of the pointer', () => {
  const { components, others } = placeErrors(
    [
      error('/components/1/data/values/title'),
      error('/components/0/data'),
      error('/components/1/data/update/0/values/note'),
      error('/components/2/data/values/title'),
      error('/components/1/database'),
      error('/etag'),
      error(),
    ],
    ['form', 'cast'],
  )
  expect([...components].map(([key, errors]) => [key, errors.map(({ source }) => source?.pointer)])).toEqual([
    ['cast', ['/values/title', '/update/0/values/note']],
    ['form', ['']],
  ])
  expect(others.map(({ detail }) => detail)).toEqual([
    '/components/2/data/values/title',
    '/components/1/database',
    '/etag',
    'nowhere',
  ])
})
