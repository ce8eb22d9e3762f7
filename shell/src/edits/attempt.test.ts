import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '../api/api-error.ts'
import { createAttempts } from './attempt.ts'

/** Attempts whose answers are these, one after the other, and what was sent under which key. */
function attemptsAt(...answers: readonly (string | Error)[]) {
  const left = [...answers]
  const keys = ['key 1', 'key 2', 'key 3']
  const sent: string[] = []
  const post = (request: string, key: string): Promise<string> => {
    sent.push(`${request} as ${key}`)
    const answer = left.shift() ?? 'done'
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
  }
  return { sent, ...createAttempts(post, () => keys.shift() ?? 'no key') }
}

const status = (code: number) => new ApiError(code, [], null)
const lost = new NetworkError(null)

test('each save has a key of its own', async () => {
  const { send, settle, sent } = attemptsAt()
  await send('a')
  expect(await settle()).toBeNull()
  await send('a')
  expect(sent).toEqual(['a as key 1', 'a as key 2'])
})

test.each([
  ['the connection broke', lost],
  ['a gateway answered', status(502)],
  ['a gateway did not wait', status(504)],
  ['the server failed after it was saved', status(500)],
  ['the answer cannot be read', status(200)],
])('[D7] what may have been done is repeated as it was under its key, before anything else: %s', async (_, error) => {
  const { send, settle, sent } = attemptsAt(error, lost, 'page')
  await expect(send('a')).rejects.toBe(error)
  await expect(send('a and more')).rejects.toThrow('not settled')
  await expect(settle()).rejects.toBe(lost)
  expect(await settle()).toEqual({ request: 'a', saved: true, answer: 'page' })
  await send('more')
  expect(sent).toEqual(['a as key 1', 'a as key 1', 'a as key 1', 'more as key 2'])
})

test('what was refused is tried anew', async () => {
  const { send, settle, sent } = attemptsAt(status(409), lost, status(412))
  await expect(send('a')).rejects.toThrow()
  expect(await settle()).toBeNull()
  await expect(send('b')).rejects.toThrow()
  expect(await settle()).toEqual({ request: 'b', saved: false })
  await send('b')
  expect(sent).toEqual(['a as key 1', 'b as key 2', 'b as key 2', 'b as key 3'])
})

test('who is not signed in learns nothing of the attempt before', async () => {
  const { send, settle, sent } = attemptsAt(lost, status(401), 'page')
  await expect(send('a')).rejects.toThrow()
  await expect(settle()).rejects.toThrow()
  expect(await settle()).toMatchObject({ saved: true })
  expect(sent).toEqual(['a as key 1', 'a as key 1', 'a as key 1'])
})

test('what the user gave up is not repeated, unless they take that back', async () => {
  const { send, settle, forget, sent } = attemptsAt(lost)
  await expect(send('a')).rejects.toThrow()
  const takeBack = forget()
  expect(await settle()).toBeNull()
  takeBack()
  expect(await settle()).toMatchObject({ request: 'a', saved: true })
  expect(sent).toHaveLength(2)
})

test('a key is long and never the same', async () => {
  const keys: string[] = []
  const { send } = createAttempts(async (_: string, key) => void keys.push(key))
  for (const body of ['a', 'b']) await send(body)
  expect(new Set(keys).size).toBe(2)
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/)
})
