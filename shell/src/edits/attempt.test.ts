import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '../api/api-error.ts'
import { createAttempts } from './attempt.ts'

/** Sends bodies one after the other, each with what comes of it, and gives the keys they were sent under. */
async function keysOf(...sends: readonly (readonly [body: unknown, error?: Error])[]): Promise<string[]> {
  const fresh = ['key 1', 'key 2', 'key 3']
  const attempt = createAttempts(() => fresh.shift() ?? 'no key')
  const keys: string[] = []
  for (const [body, error] of sends) {
    await attempt(body, async (key) => {
      keys.push(key)
      if (error) throw error
    }).catch(() => undefined)
  }
  return keys
}

const lost = new NetworkError(null)

test('each save has a key of its own', async () => expect(await keysOf(['a'], ['a'])).toEqual(['key 1', 'key 2']))

test('what may have been done is sent again under the same key', async () =>
  expect(await keysOf([{ a: 1 }, lost], [{ a: 1 }, lost], [{ a: 1 }])).toEqual(['key 1', 'key 1', 'key 1']))

test('what was changed since is another save', async () =>
  expect(await keysOf([{ a: 1 }, lost], [{ a: 2 }])).toEqual(['key 1', 'key 2']))

test('what was refused is tried anew', async () =>
  expect(await keysOf(['a', new ApiError(409, [], null)], ['a'])).toEqual(['key 1', 'key 2']))

test('a key is long and never the same', async () => {
  const keys: string[] = []
  const attempt = createAttempts()
  for (const body of ['a', 'b']) await attempt(body, async (key) => void keys.push(key))
  expect(new Set(keys).size).toBe(2)
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/)
})
