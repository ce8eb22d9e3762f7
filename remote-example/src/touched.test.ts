import { expect, it } from 'vitest'
import { isMixed, shownValue } from './touched.ts'

const records = [
  { id: 1, etag: '1.1' },
  { id: 2, etag: '1.1' },
]
const data = { values: { status: 'draft' }, labels: {}, etag: null, id: null, records }

it('shows what all records have, and what the user chose in its place', () => {
  expect(shownValue(data, {}, 'status')).toBe('draft')
  expect(shownValue(data, { status: 'archived' }, 'status')).toBe('archived')
  expect(shownValue(data, { status: null }, 'status')).toBeNull()
  expect(shownValue(data, {}, 'running_time')).toBeUndefined()
})

it('tells where several records differ, until the user chooses', () => {
  expect(isMixed(data, {}, 'status')).toBe(false)
  expect(isMixed(data, {}, 'running_time')).toBe(true)
  expect(isMixed(data, { running_time: 90 }, 'running_time')).toBe(false)
  expect(isMixed({ values: {}, labels: {}, etag: '1.1', id: 1 }, {}, 'running_time')).toBe(false)
})
