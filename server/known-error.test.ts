import { expect, it } from 'vitest'
import { asAppError } from './known-error.ts'

it('[ERR:concurrent-saves] [D1] a transaction that lost against others time and again may be tried again', () => {
  for (const code of ['40P01', '40001']) {
    const { status, problems, headers } = asAppError(Object.assign(new Error('deadlock detected'), { code }))
    expect([status, problems[0]?.code, headers]).toEqual([503, 'DEPENDENCY_DOWN', { 'retry-after': '1' }])
    expect(problems[0]?.detail).not.toContain('deadlock')
  }
})
