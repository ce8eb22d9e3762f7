import { expect, it } from 'vitest'
import { createAuth, type Mail } from './index.ts'
import { addUser, ORIGIN, openTestDatabase, testApp, testClock } from './test-service.ts'

it('[A2.c] nothing is looked up before a while is over, which the answer does not wait for', async () => {
  const statements: string[] = []
  const database = await openTestDatabase(statements)
  await addUser(database, 'ada', { email: 'ada@example.org' })
  const { promise, resolve } = Promise.withResolvers<void>()
  const mails: Mail[] = []
  const work: Promise<unknown>[] = []
  const app = testApp(createAuth({ database, now: testClock().now }), {
    mailer: { needsAddress: true, send: async (mail) => void mails.push(mail) },
    textsFor: () => new Map(),
    publicOrigin: 'https://cms.example',
    defer: (deferred) => work.push(deferred),
    pause: () => promise,
    log: { warn: () => undefined },
  })
  const { status } = await app.request(`${ORIGIN}/api/v2/auth/forgot-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'ada' }),
  })
  expect([status, statements.filter((text) => text.includes('from users')), mails]).toEqual([202, [], []])
  resolve()
  await Promise.all(work)
  expect(mails).toHaveLength(1)
})
