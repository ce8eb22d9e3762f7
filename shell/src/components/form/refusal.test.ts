import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '../../api/api-error.ts'
import { recordsFilter, refusalOf } from './refusal.ts'

const error = (status: number, code: string, meta?: object) =>
  new ApiError(status, [{ status: String(status), code, title: 'Title', detail: 'Detail', ...{ meta } } as never], 'r1')

test('a record that moved on is told apart', () => {
  expect(refusalOf(error(412, 'PRECONDITION_FAILED'))).toMatchObject({ changed: true, requestId: null })
  expect(refusalOf(error(409, 'REFERENCED')).changed).toBe(false)
})

test('the records that refer to it are known by type and id', () => {
  const { reasons } = refusalOf(
    error(409, 'REFERENCED', { mediaType: 'movies', field: 'rating', count: 2, ids: [4, 9] }),
  )
  expect(reasons).toEqual([
    { text: 'Detail', records: { mediaType: 'movies', field: 'rating', count: 2, ids: [4, 9] } },
  ])
})

test('records that may not be seen are none to lead to', () => {
  expect(refusalOf(error(409, 'REFERENCED', { mediaType: 'movies', ids: [] })).reasons).toEqual([{ text: 'Detail' }])
  expect(refusalOf(error(409, 'REFERENCED', { constraint: 'x_fkey' })).reasons).toEqual([{ text: 'Detail' }])
})

test('the request id is for what an administrator has to look at', () => {
  expect(refusalOf(error(500, 'INTERNAL')).requestId).toBe('r1')
  expect(refusalOf(error(409, 'REFERENCED')).requestId).toBeNull()
  expect(refusalOf(new NetworkError('x')).reasons[0]?.text).toContain('could not be reached')
})

test('a list shows them all, by the reference where not all ids are known', () => {
  const records = { mediaType: 'movies', field: 'rating', ids: [4, 9] }
  expect(recordsFilter({ ...records, count: 2 }, 7)).toBe('id_$in(4,9)')
  expect(recordsFilter({ ...records, count: 30 }, 7)).toBe('rating_$in(7)')
})
