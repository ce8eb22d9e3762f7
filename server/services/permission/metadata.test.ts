import { expect, it } from 'vitest'
import { testClock } from '../../auth/test-service.ts'
import { keptLog } from '../history/test-history.ts'
import type { PermissionInventory } from './inventory.ts'
import { openPermissionMetadata } from './metadata.ts'

const DEFAULT_SECONDS = 8600
const of = (key: string): PermissionInventory => ({ categories: [{ key, objectType: 2, items: [] }] })

/** A service whose answers are those given, one after the other, an error where it is down. */
function answering(...answers: (PermissionInventory | Error)[]) {
  let asked = 0
  const fetch = async (): Promise<PermissionInventory> => {
    const answer = answers[Math.min(asked, answers.length - 1)] as PermissionInventory | Error
    asked += 1
    if (answer instanceof Error) throw answer
    return answer
  }
  return { fetch, asked: () => asked }
}

it('[ERR:permission-service-down] without a time-out no start succeeds without permission metadata', async () => {
  const { fetch } = answering(new Error('nobody there'))
  const options = { fetch, initialTimeoutMs: 0, refreshSeconds: DEFAULT_SECONDS, log: keptLog().log }
  await expect(openPermissionMetadata(options)).rejects.toThrow('nobody there')
})

it('[ERR:permission-service-down.2] with a time-out it starts empty and keeps trying', async () => {
  const { fetch, asked } = answering(new Error('down'), new Error('still down'), of('back'))
  const { log, lines } = keptLog()
  const metadata = await openPermissionMetadata({ fetch, initialTimeoutMs: 5000, refreshSeconds: DEFAULT_SECONDS, log })
  expect(metadata.current()).toEqual({ categories: [] })
  expect(lines.map(({ event }) => event)).toContain('started without permission metadata')
  await metadata.refresh()
  expect(metadata.current()).toEqual({ categories: [] })
  await metadata.refresh()
  expect([metadata.current(), asked()]).toEqual([of('back'), 3])
})

it('[ERR:permission-service-down.2] a service that does not answer in time holds up the start no longer', async () => {
  let answer: (inventory: PermissionInventory) => void = () => undefined
  const fetch = () => new Promise<PermissionInventory>((resolve) => (answer = resolve))
  const { log } = keptLog()
  const metadata = await openPermissionMetadata({ fetch, initialTimeoutMs: 20, refreshSeconds: DEFAULT_SECONDS, log })
  expect(metadata.current()).toEqual({ categories: [] })
  answer(of('late'))
  await metadata.refresh()
  expect(metadata.current()).toEqual(of('late'))
})

it('[LIM:permission-refresh] is fetched again when it is older than it may become, and kept when that fails', async () => {
  const { fetch, asked } = answering(of('first'), of('second'), new Error('down'), of('third'))
  const clock = testClock()
  const common = { fetch, initialTimeoutMs: 0, refreshSeconds: DEFAULT_SECONDS, log: keptLog().log, now: clock.now }
  const metadata = await openPermissionMetadata(common)
  clock.advance(DEFAULT_SECONDS - 1)
  await metadata.refresh()
  expect([metadata.current(), asked()]).toEqual([of('first'), 1])
  clock.advance(1)
  await metadata.refresh()
  expect(metadata.current()).toEqual(of('second'))
  clock.advance(DEFAULT_SECONDS)
  await metadata.refresh()
  expect(metadata.current()).toEqual(of('second'))
  await metadata.refresh()
  expect(metadata.current()).toEqual(of('third'))
})
