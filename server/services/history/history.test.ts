import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../db/database.ts'
import { createHistory } from './history.ts'
import { change, keptLog, openHistoryDatabase, openHistoryService, saveChanges } from './test-history.ts'

let database: Database
beforeAll(async () => {
  database = await openHistoryDatabase()
})
afterAll(() => database.close())

it('[EV2] who looks waits a moment for what was saved, and no longer where the service is slow', async () => {
  const { app } = openHistoryService(database)
  let answer: () => void = () => undefined
  const slow = new Promise<void>((resolve) => {
    answer = resolve
  })
  const deferred: Promise<unknown>[] = []
  const history = createHistory({
    database,
    log: keptLog().log,
    defer: (work) => void deferred.push(work),
    send: async (request) => {
      await slow
      return app.fetch(request)
    },
  })
  await saveChanges(database, [change(1, 2)])
  const record = { mediaType: 'films', id: 1 }
  const began = Date.now()
  await history.arrived(record)
  expect(Date.now() - began).toBeLessThan(5000)
  expect(await history.outbox.isWaiting('films', 1)).toBe(true)
  // the delivery goes on without who began it
  answer()
  await Promise.all(deferred)
  expect(await history.outbox.isWaiting('films', 1)).toBe(false)
  await saveChanges(database, [change(1, 3)])
  await history.arrived(record)
  expect(await history.outbox.isWaiting('films', 1)).toBe(false)
})
