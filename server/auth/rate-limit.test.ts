import { expect, test } from 'vitest'
import { boundedMap } from './bounded-map.ts'
import { createAuthMemory } from './memory.ts'
import { accountLimit, addressLimits, clientLimit, createLimiter } from './rate-limit.ts'
import { testClock } from './test-service.ts'

function limiter() {
  const clock = testClock()
  const memory = createAuthMemory()
  return { clock, memory, attempt: createLimiter(memory, clock.now) }
}

test('[A2] the window slides: each failure counts for five minutes', () => {
  const { clock, attempt } = limiter()
  const limits = [accountLimit('ada')]
  for (let i = 0; i < 10; i++) {
    expect(attempt(limits).kind).toBe('allowed')
    clock.advance(10)
  }
  expect(attempt(limits)).toEqual({ kind: 'refused', retryAfter: 200 })
  clock.advance(199.5)
  expect(attempt(limits)).toEqual({ kind: 'refused', retryAfter: 1 })
  clock.advance(0.5)
  expect(attempt(limits).kind).toBe('allowed')
  expect(attempt(limits)).toEqual({ kind: 'refused', retryAfter: 10 })
})

test('[A2] a success takes back its own attempt and no failure', () => {
  const { memory, attempt } = limiter()
  const limits = [accountLimit('ada'), ...addressLimits('192.0.2.1')]
  for (let i = 0; i < 9; i++) attempt(limits)
  for (let i = 0; i < 3; i++) {
    const last = attempt(limits)
    expect(last.kind).toBe('allowed')
    if (last.kind === 'allowed') last.succeeded()
  }
  attempt(limits)
  expect(attempt(limits).kind).toBe('refused')
  const other = attempt([accountLimit('grace')])
  if (other.kind === 'allowed') other.succeeded()
  expect(memory.attempts.get('account:grace')).toBeUndefined()
})

test('[A2] what is refused by one limit counts for none', () => {
  const { memory, attempt } = limiter()
  for (let i = 0; i < 20; i++) attempt([accountLimit('ada'), ...addressLimits('192.0.2.1')])
  expect(memory.attempts.get('address:192.0.2.1')).toHaveLength(10)
})

test('[A2] one address closes at fifty failures; a client’s id alone cannot lock the client out', () => {
  const { attempt } = limiter()
  for (let i = 0; i < 50; i++) expect(attempt(addressLimits('192.0.2.1')).kind).toBe('allowed')
  expect(attempt(addressLimits('192.0.2.1')).kind).toBe('refused')
  for (let i = 0; i < 11; i++) attempt([clientLimit('importer', '192.0.2.1')])
  expect(attempt([clientLimit('importer', '192.0.2.2')]).kind).toBe('allowed')
})

test('[A2] memory stays bounded, and what was set longest ago goes first', () => {
  const map = boundedMap<number>(3)
  for (let i = 0; i < 1000; i++) map.set(`key${i}`, i)
  expect([map.size(), map.get('key997'), map.get('key996')]).toEqual([3, 997, undefined])
  map.set('key997', 1)
  map.set('new', 2)
  expect([map.get('key997'), map.get('key998')]).toEqual([1, undefined])
})
