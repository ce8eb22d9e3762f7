import { describe, expect, test } from 'vitest'
import type { ErrorObject } from '../../../shared/envelope.ts'
import { ApiError, NetworkError } from '../api/api-error.ts'
import { type BulkWork, CHUNK, saveInBulk } from './bulk-save.ts'
import type { BulkRecord } from './editor.ts'

const records = (count: number): BulkRecord[] => Array.from({ length: count }, (_, id) => ({ id, etag: `${id}.1` }))

function refusal(status: number, errors: readonly (Partial<ErrorObject> & { pointer?: string })[]): ApiError {
  const objects = errors.map(({ pointer, ...error }) => ({
    status: String(status),
    code: 'CODE',
    title: 'Refused',
    ...error,
    ...(pointer === undefined ? {} : { source: { pointer } }),
  }))
  return new ApiError(status, objects as ErrorObject[], null)
}

/** Keeps what was sent, and lets a chunk through unless `refuse` has an error for it. */
function working(refuse: (chunk: readonly BulkRecord[]) => Error | null, part: Partial<BulkWork> = {}) {
  const sent: (readonly number[])[] = []
  const work: BulkWork = {
    send: async (chunk) => {
      sent.push(chunk.map(({ id }) => id))
      const error = refuse(chunk)
      if (error) throw error
    },
    overtaken: async () => 'Changed meanwhile.',
    isStopped: () => false,
    onProgress: () => undefined,
    ...part,
  }
  return { work, sent }
}

const taken = (...ids: number[]) =>
  working((chunk) =>
    chunk.some(({ id }) => ids.includes(id))
      ? refusal(409, [{ detail: 'Taken.', pointer: '/components/0/data/values/slug' }])
      : null,
  )

describe('many records saved alike', () => {
  test('go in chunks, each of which is told', async () => {
    const told: number[] = []
    const { work, sent } = working(() => null, { onProgress: ({ saved }) => told.push(saved) })
    const { saved, failures, left, end } = await saveInBulk(records(120), work)
    expect(sent.map((chunk) => chunk.length)).toEqual([CHUNK, CHUNK, 20])
    expect(told).toEqual([50, 100, 120])
    expect([saved.length, failures, left, end]).toEqual([120, [], [], { kind: 'done' }])
  })

  test('are saved but for the one that is refused, though no pointer tells which', async () => {
    const { work } = taken(17, 60)
    const { saved, failures, left } = await saveInBulk(records(70), work)
    expect(failures).toEqual([
      { id: 17, reason: 'Taken.', gone: false },
      { id: 60, reason: 'Taken.', gone: false },
    ])
    expect([saved.length, left]).toEqual([68, []])
  })

  test('are not halved where a pointer tells whose fault it is', async () => {
    const { work, sent } = working((chunk) =>
      chunk.length === CHUNK ? refusal(403, [{ detail: 'No right.', pointer: '/components/0/data/records/3' }]) : null,
    )
    const { failures } = await saveInBulk(records(CHUNK), work)
    expect(failures).toEqual([{ id: 3, reason: 'No right.', gone: false }])
    expect(sent.map((chunk) => chunk.length)).toEqual([CHUNK, CHUNK - 1])
  })

  test('end where all are refused alike, and the others are not tried', async () => {
    const { work } = working(() => refusal(422, [{ detail: 'Too long.', pointer: '/components/0/data/values/title' }]))
    const { saved, failures, left, end } = await saveInBulk(records(200), work)
    expect([saved, failures.length, left.length]).toEqual([[], 10, 190])
    expect(end).toMatchObject({ kind: 'alike', errors: [{ detail: 'Too long.' }] })
  })

  test('end where the server is away', async () => {
    const error = new NetworkError(null)
    const { work } = working((chunk) => (chunk[0]?.id === CHUNK ? error : null))
    const { saved, left, end } = await saveInBulk(records(120), work)
    expect([saved.length, left.length, end]).toEqual([CHUNK, 70, { kind: 'error', error }])
  })

  test('are stopped between chunks', async () => {
    let stopped = false
    const { work } = working(() => null, {
      isStopped: () => stopped,
      onProgress: () => {
        stopped = true
      },
    })
    const { saved, left, end } = await saveInBulk(records(120), work)
    expect([saved.length, left.length, end]).toEqual([CHUNK, 70, { kind: 'stopped' }])
  })
})

describe('[R6.a] a record that someone else saved meanwhile', () => {
  const moved = (at: number) => (chunk: readonly BulkRecord[]) => {
    const index = chunk.findIndex(({ id, etag }) => id === at && etag === `${at}.1`)
    if (index < 0) return null
    return refusal(412, [{ pointer: chunk.length === 1 ? '/etag' : `/components/0/data/records/${index}/etag` }])
  }

  test.each([1, 5])('of %i is sent again as it is now', async (count) => {
    const { work, sent } = working(moved(0), { overtaken: async ({ id }) => ({ id, etag: `${id}.2` }) })
    const { saved, failures } = await saveInBulk(records(count), work)
    expect([saved.length, failures]).toEqual([count, []])
    expect(sent).toHaveLength(2)
  })

  test('is told where both changed the same, and the others are saved', async () => {
    const { work } = working(moved(2))
    const { saved, failures } = await saveInBulk(records(5), work)
    expect(failures).toEqual([{ id: 2, reason: 'Changed meanwhile.', gone: false }])
    expect(saved).toEqual([0, 1, 3, 4])
  })
})
