import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { boundedMap } from './bounded-map.ts'
import { addressLimits, clientLimit, createLimiter, otpLimit, recoveryLimits, signInLimits } from './rate-limit.ts'
import { openTestDatabase, testClock } from './test-service.ts'

const failing = async () => null
const passing = async () => 'passed'
const HERE = '192.0.2.1'
const AWAY = '198.51.100.7'

let database: Database
let statements: string[]
beforeAll(async () => {
  statements = []
  database = await openTestDatabase(statements)
})
beforeEach(async () => {
  await database.kysely.deleteFrom('marquee_attempts').execute()
})

interface Line {
  readonly event: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** Instances that share the database and nothing else. */
function instances(count: number) {
  const clock = testClock()
  const lines: Line[] = []
  const log = { warn: (event: string, fields = {}) => void lines.push({ event, fields }) }
  const attempts = Array.from({ length: count }, () =>
    createLimiter({ database, memory: { refused: boundedMap<number>(100) }, log, now: clock.now }),
  )
  return { clock, lines, attempts }
}

function limiter() {
  const { attempts, ...more } = instances(1)
  return { ...more, attempt: attempts[0] as ReturnType<typeof createLimiter> }
}

const failures = async (key: RegExp) => {
  const rows = await database.kysely.selectFrom('marquee_attempts').select(['most', 'failures']).execute()
  return rows.filter(({ most }) => key.test(String(most))).map((row) => Number(row.failures))
}

test('[A2.a] ten failures are free, then each waits twice as long, up to a quarter of an hour', async () => {
  const { clock, attempt } = limiter()
  const limits = signInLimits('ada', HERE)
  for (let i = 0; i < 10; i++) expect((await attempt(limits, failing)).kind).toBe('made')
  const waits: number[] = []
  for (let i = 0; i < 9; i++) {
    const refused = await attempt(limits, passing)
    if (refused.kind !== 'refused') throw new Error('it was let through')
    waits.push(refused.retryAfter)
    clock.advance(refused.retryAfter - 0.5)
    expect((await attempt(limits, passing)).kind).toBe('refused')
    clock.advance(0.5)
    expect((await attempt(limits, failing)).kind).toBe('made')
  }
  expect(waits.slice(0, 5)).toEqual([15, 30, 60, 120, 240])
  expect(Math.max(...waits)).toBeLessThanOrEqual(900)
  clock.advance(3 * 3600)
  for (let i = 0; i < 5; i++) expect((await attempt(limits, failing)).kind).toBe('made')
})

test('[X40] [A2.a] instances share what they count: two do not double what is free', async () => {
  const { attempts } = instances(2)
  const kinds: string[] = []
  for (let i = 0; i < 12; i++) {
    for (const attempt of attempts) kinds.push((await attempt(signInLimits('ada', HERE), failing)).kind)
  }
  expect(kinds.filter((kind) => kind === 'made')).toHaveLength(10)
})

test('[A2.a] attempts that come at once, on several instances, are counted before any is verified', async () => {
  const { attempts } = instances(3)
  const kinds = await Promise.all(
    Array.from({ length: 30 }, (_, index) => attempts[index % 3]?.(signInLimits('ada', HERE), failing)),
  )
  expect(kinds.filter((attempt) => attempt?.kind === 'made')).toHaveLength(10)
})

test('[X40.a] strangers cannot lock a user out of an address where that user signs in', async () => {
  const { clock, attempt } = limiter()
  expect((await attempt(signInLimits('ada', HERE), passing)).kind).toBe('made')
  for (let i = 0; i < 30; i++) await attempt(signInLimits('ada', AWAY), failing)
  expect((await attempt(signInLimits('ada', HERE), passing)).kind).toBe('made')
  for (let stranger = 0; stranger < 15; stranger++) {
    for (let i = 0; i < 10; i++) await attempt(signInLimits('ada', `203.0.113.${stranger}`), failing)
  }
  expect((await attempt(signInLimits('ada', '203.0.113.99'), passing)).kind).toBe('refused')
  expect((await attempt(signInLimits('ada', HERE), passing)).kind).toBe('made')
  // from elsewhere a slot is free every few seconds
  clock.advance(6)
  expect((await attempt(signInLimits('ada', '203.0.113.99'), passing)).kind).toBe('made')
})

test('[A2] a success takes back its own attempt and no failure', async () => {
  const { attempt } = limiter()
  const limits = signInLimits('ada', HERE)
  for (let i = 0; i < 9; i++) await attempt(limits, failing)
  for (let i = 0; i < 3; i++) expect(await attempt(limits, passing)).toEqual({ kind: 'made', result: 'passed' })
  await attempt(limits, failing)
  expect((await attempt(limits, passing)).kind).toBe('refused')
  await attempt(signInLimits('grace', AWAY), passing)
  expect((await failures(/./)).toSorted()).toEqual([0, 0, 0, 10, 10, 10])
})

test('[A2] who signs in after a wait is let in again at once', async () => {
  const { clock, attempt } = limiter()
  const limits = signInLimits('ada', HERE)
  for (let i = 0; i < 10; i++) await attempt(limits, failing)
  clock.advance(15)
  expect((await attempt(limits, passing)).kind).toBe('made')
  expect((await attempt(limits, passing)).kind).toBe('made')
})

test('[A2] an attempt that could not be verified is no failure', async () => {
  const { attempt } = limiter()
  const broken = () => Promise.reject(new Error('down'))
  await expect(attempt(signInLimits('ada', HERE), broken)).rejects.toThrow('down')
  expect(await failures(/./)).toEqual([0, 0, 0])
})

test('[A2] what is refused by one limit counts for none, and costs no statement when it is refused again', async () => {
  const { attempt } = limiter()
  for (let i = 0; i < 12; i++) await attempt(signInLimits('ada', HERE), failing)
  expect(await failures(/^50$/)).toEqual([10])
  statements.length = 0
  for (let i = 0; i < 20; i++) await attempt(signInLimits('ada', HERE), failing)
  expect(statements).toEqual([])
})

test('[A2.a] one address closes at fifty failures; a client’s id alone cannot lock the client out', async () => {
  const { attempt } = limiter()
  for (let i = 0; i < 50; i++) expect((await attempt(addressLimits(HERE), failing)).kind).toBe('made')
  expect((await attempt(addressLimits(HERE), passing)).kind).toBe('refused')
  for (let i = 0; i < 11; i++) await attempt([clientLimit('importer', HERE)], failing)
  expect((await attempt([clientLimit('importer', AWAY)], passing)).kind).toBe('made')
})

test('[X40] [G5] the log tells once that a limit is reached, and names nobody', async () => {
  const { clock, attempts, lines } = instances(2)
  for (let i = 0; i < 15; i++) for (const attempt of attempts) await attempt(signInLimits('ada', HERE), failing)
  expect(lines).toEqual([
    {
      event: 'too many attempts',
      fields: { kind: 'account-at', account: expect.stringMatching(/^[0-9a-f]{16}$/), address: HERE, retryAfter: 15 },
    },
  ])
  clock.advance(15)
  for (let i = 0; i < 3; i++) for (const attempt of attempts) await attempt(signInLimits('ada', HERE), failing)
  expect(lines).toHaveLength(2)
  for (let i = 0; i < 12; i++) await attempts[0]?.([otpLimit(7)], failing)
  expect(lines[2]).toEqual({ event: 'too many attempts', fields: { kind: 'otp', user: 7, retryAfter: 15 } })
})

test('[A2.a] mails are asked for five times, then once a minute', async () => {
  const { clock, attempt } = limiter()
  for (let i = 0; i < 5; i++) expect((await attempt(recoveryLimits('ada', HERE), failing)).kind).toBe('made')
  expect(await attempt(recoveryLimits('ada', AWAY), failing)).toEqual({ kind: 'refused', retryAfter: 60 })
  clock.advance(60)
  expect((await attempt(recoveryLimits('ada', AWAY), failing)).kind).toBe('made')
})

test('what is over is forgotten', async () => {
  const { clock, attempt } = limiter()
  await attempt(addressLimits(HERE), failing)
  clock.advance(2 * 86_400)
  await attempt(addressLimits(AWAY), failing)
  expect(await failures(/./)).toEqual([1])
})

test('[A2] memory stays bounded, and what was set longest ago goes first', () => {
  const map = boundedMap<number>(3)
  for (let i = 0; i < 1000; i++) map.set(`key${i}`, i)
  expect([map.size(), map.get('key997'), map.get('key996')]).toEqual([3, 997, undefined])
  map.set('key997', 1)
  map.set('new', 2)
  expect([map.get('key997'), map.get('key998')]).toEqual([1, undefined])
})
