import { expect } from 'vitest'
import type { Blob, BlobStore } from './blob-store.ts'

/** A body that comes in pieces of uneven sizes. */
export function bodyOf(bytes: Uint8Array, breaksAt = Number.POSITIVE_INFINITY): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    pull: (controller) => {
      if (at >= breaksAt) return controller.error(new Error('the line is dead'))
      if (at >= bytes.byteLength) return controller.close()
      const piece = bytes.subarray(at, Math.min(at + 1 + ((at * 7919) % 300_000), breaksAt))
      at += piece.byteLength
      controller.enqueue(piece)
    },
  })
}

export function bytesOf(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => (index * 31 + (index >> 8)) % 251)
}

async function read(found: Blob | null): Promise<Uint8Array> {
  return new Uint8Array(await new Response(found?.body ?? null).arrayBuffer())
}

/** What every store must do; `large` is a size that takes it several parts. */
export async function expectBlobStore(store: BlobStore, large: number): Promise<void> {
  const about = { size: null, contentType: 'video/mp4' }
  for (const [key, length] of [
    ['empty', 0],
    ['small/Größe 100% (1)+2.txt', 1000],
    ['large.mp4', large],
  ] as const) {
    const bytes = bytesOf(length)
    await store.put(key, bodyOf(bytes), { ...about, size: length })
    expect(await store.size(key)).toBe(length)
    const found = await store.get(key)
    expect(found?.size).toBe(length)
    expect(Buffer.compare(await read(found), bytes)).toBe(0)
  }
  await store.put('large.mp4', bodyOf(bytesOf(large)), about)
  const part = await store.get('large.mp4', { from: 5, to: large - 6 })
  expect(part?.size).toBe(large)
  expect(Buffer.compare(await read(part), bytesOf(large).subarray(5, large - 5))).toBe(0)

  await expect(store.put('broken.mp4', bodyOf(bytesOf(large), large - 10), about)).rejects.toThrow()
  await expect(store.put('broken.mp4', bodyOf(bytesOf(1000), 500), about)).rejects.toThrow()
  expect([await store.size('broken.mp4'), await store.get('broken.mp4')]).toEqual([null, null])

  await store.remove('small/Größe 100% (1)+2.txt')
  await store.remove('small/Größe 100% (1)+2.txt')
  expect(await store.get('small/Größe 100% (1)+2.txt')).toBeNull()
  expect(await store.get('no/such/object')).toBeNull()
}
