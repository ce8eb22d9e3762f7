import { describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { beforeDeletions, deleting } from './deletions.ts'

describe('a deletion', () => {
  it('[D4] [EV8] waits for what asks after the record by the clock, which goes on only where the record stays', async () => {
    const done: string[] = []
    const indifferent = beforeDeletions(async () => {
      done.push('ready')
      return () => void done.push('goes on')
    })
    const failing = (status: number) => () => {
      done.push(`delete ${status}`)
      return Promise.reject(new ApiError(status, [], null))
    }
    await expect(deleting(failing(412))).rejects.toMatchObject({ status: 412 })
    expect(done.splice(0)).toEqual(['ready', 'delete 412', 'goes on'])
    await expect(deleting(failing(404))).rejects.toMatchObject({ status: 404 })
    expect(done.splice(0)).toEqual(['ready', 'delete 404'])
    expect(await deleting(async () => 'gone')).toBe('gone')
    expect(done.splice(0)).toEqual(['ready'])
    indifferent()
    await deleting(async () => 'gone')
    expect(done).toEqual([])
  })
})
