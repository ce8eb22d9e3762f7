import { expect, it } from 'vitest'
import { asAppError } from './known-error.ts'

it('[ERR:concurrent-saves] [D1] a transaction that lost against others time and again may be tried again', () => {
  for (const code of ['40P01', '40001', '55P03']) {
    const { status, problems, headers } = asAppError(Object.assign(new Error('deadlock detected'), { code }))
    expect([status, problems[0]?.code, headers]).toEqual([503, 'DEPENDENCY_DOWN', { 'retry-after': '1' }])
    expect(problems[0]?.detail).not.toContain('deadlock')
  }
})

it('[D1] a statement that takes too long is told as a database that does', () => {
  const { status, problems } = asAppError(Object.assign(new Error('canceling statement'), { code: '57014' }))
  expect([status, problems[0]?.code]).toEqual([503, 'DEPENDENCY_DOWN'])
  expect(problems[0]?.detail).toContain('took too long')
})

it('[ERR:INTERNAL] [D1] a value that cannot be computed is not told as a fault of the service, nor in its words', () => {
  for (const code of ['22003', '22008', '22012']) {
    const { status, problems } = asAppError(Object.assign(new Error('value out of range: overflow'), { code }))
    expect([status, problems[0]?.code]).toEqual([400, 'PARAMETER'])
    expect(problems[0]?.detail).not.toContain('overflow')
  }
  expect(asAppError(Object.assign(new Error('no such column'), { code: '42703' })).status).toBe(500)
})
