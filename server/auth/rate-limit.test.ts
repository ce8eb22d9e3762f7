import { expect, test } from 'vitest'
import { boundedMap } from './bounded-map.ts'
import { createAuthMemory } from './memory.ts'
import { accountLimit, addressLimits, clientLimit, createLimiter } from './rate-limit.ts'
import { testClock } from './test-service.ts'

const failing = async () => null
const passing = async () => 'passed'

function limiter() {
  const clock = testClock()
  const memory = createAuthMemory()
  return { clock, memory, attempt: createLimiter(memory, clock.now) }
}

test('[A2] the window slides: each failure counts for five minutes', async () => {
  const { clock, attempt } = limiter()
  const limits = [accountLimit('ada')]
  for (let i = 0; i < 10; i++) {
    expect((await attempt(limits, failing)).kind).toBe('made')
    clock.advance(10)
  }
  expect(await attempt(limits, passing)).toEqual({ kind: 'refused', retryAfter: 200 })
  clock.advance(199.5)
  expect(await attempt(limits, passing)).toEqual({ kind: 'refused', retryAfter: 1 })
  clock.advance(0.5)
  expect((await attempt(limits, failing)).kind).toBe('made')
  expect(await attempt(limits, passing)).toEqual({ kind: 'refused', retryAfter: 10 })
})

test('[A2] a success takes back its own attempt and no failure', async () => {
  const { memory, attempt } = limiter()
  const limits = [accountLimit('ada'), ...addressLimits('192.0.2.1')]
  for (let i = 0; i < 9; i++) await attempt(limits, failing)
  for (let i = 0; i < 3; i++) expect(await attempt(limits, passing)).toEqual({ kind: 'made', result: 'passed' })
  await attempt(limits, failing)
  expect((await attempt(limits, passing)).kind).toBe('refused')
  await attempt([accountLimit('grace')], passing)
  expect(memory.attempts.get('account:grace')).toBeUndefined()
})

test('[A2] attempts that come at once are counted before any is verified', async () => {
  const { attempt } = limiter()
  const kinds = await Promise.all(Array.from({ length: 15 }, () => attempt([accountLimit('ada')], failing)))
  expect(kinds.filter(({ kind }) => kind === 'made')).toHaveLength(10)
})

test('[A2] an attempt that could not be verified is no failure', async () => {
  const { memory, attempt } = limiter()
  const broken = () => Promise.reject(new Error('down'))
  await expect(attempt([accountLimit('ada')], broken)).rejects.toThrow('down')
  expect(memory.attempts.get('account:ada')).toBeUndefined()
})

test('[A2] what is refused by one limit counts for none', async () => {
  const { memory, attempt } = limiter()
  for (let i = 0; i < 20; i++) await attempt([accountLimit('ada'), ...addressLimits('192.0.2.1')], failing)
  expect(memory.attempts.get('address:192.0.2.1')).toHaveLength(10)
})

test('[A2] one address closes at fifty failures; a client’s id alone cannot lock the client out', async () => {
  const { attempt } = limiter()
  for (let i = 0; i < 50; i++) expect((await attempt(addressLimits('192.0.2.1'), failing)).kind).toBe('made')
  expect((await attempt(addressLimits('192.0.2.1'), passing)).kind).toBe('refused')
  for (let i = 0; i < 11; i++) await attempt([clientLimit('importer', '192.0.2.1')], failing)
  expect((await attempt([clientLimit('importer', '192.0.2.2')], passing)).kind).toBe('made')
})

test('[A2] memory stays bounded, and what was set longest ago goes first', () => {
  const map = boundedMap<number>(3)
  for (let i = 0; i < 1000; i++) map.set(`key${i}`, i)
  expect([map.size(), map.get('key997'), map.get('key996')]).toEqual([3, 997, undefined])
  map.set('key997', 1)
  map.set('new', 2)
  expect([map.get('key997'), map.get('key998')]).toEqual([1, undefined])
})
