import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PresenceOptions, PresenceStore } from '../../server/services/concurrency/presence-store.ts'
import { EXPIRY_MS, expectPresenceStore, newRecord } from '../../server/services/concurrency/test-presence-store.ts'
import { type Child, freePort, startChild, whenReady } from '../harness/child.ts'
import { scratchFolder } from '../harness/run-folder.ts'
import { baseEnvironment, ROOT, WRANGLER_OFFLINE } from '../harness/servers.ts'

const CONFIG = `
name = "presence"
main = ${JSON.stringify(join(ROOT, 'e2e/harness/presence-worker.ts'))}
compatibility_date = "2026-11-01"
compatibility_flags = ["nodejs_compat"]

[[durable_objects.bindings]]
name = "PRESENCE"
class_name = "PresenceObject"

[[migrations]]
tag = "presence"
new_sqlite_classes = ["PresenceObject"]
`

let worker: Child
let url: string
beforeAll(async () => {
  const folder = scratchFolder('presence')
  const config = join(folder, 'wrangler.toml')
  writeFileSync(config, CONFIG)
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  const given = { config, port, 'inspector-port': 0, 'persist-to': folder, ip: '127.0.0.1' }
  const words = Object.entries(given).flatMap(([name, value]) => [`--${name}`, String(value)])
  const env = { ...baseEnvironment(), ...WRANGLER_OFFLINE }
  worker = startChild(
    join(ROOT, 'node_modules/.bin/wrangler'),
    ['dev', ...words, '--show-interactive-dev-session=false'],
    { cwd: ROOT, env },
  )
  const store = inObjects({ expiryMs: 1, scanMs: 1, now: Date.now })
  await whenReady(worker, () => store.check().then(() => true))
}, 120_000)
afterAll(() => worker?.stop())

/** The store as it runs in workerd. */
function inObjects({ expiryMs, scanMs, now }: PresenceOptions): PresenceStore {
  const call =
    (method: keyof PresenceStore) =>
    async (...args: readonly unknown[]) => {
      const body = JSON.stringify({ expiryMs, scanMs, now: now(), method, args })
      const response = await fetch(url, { method: 'POST', body })
      if (!response.ok) throw new Error(`${method}: ${response.status} ${await response.text()}`)
      return ((await response.json()) as { readonly result?: unknown }).result
    }
  const methods = ['link', 'refresh', 'unlink', 'entries', 'tidy', 'check'] as const
  return Object.fromEntries(methods.map((method) => [method, call(method)])) as unknown as PresenceStore
}

expectPresenceStore('Durable Objects', inObjects)

it('[LIM:concurrency-scan] an object’s alarm takes away what has expired, and leaves what has not', async () => {
  // turned back, the store's clock shows whether an entry is still kept: the alarm goes by the object's own
  const long = Date.now() - EXPIRY_MS
  let time = long
  const store = inObjects({ expiryMs: EXPIRY_MS, scanMs: 300, now: () => time })
  const record = newRecord()
  const ada = { userId: 1, pageKey: 'film', action: 'viewing' } as const
  await store.link(record, ada)
  time = Date.now()
  const { entry } = await store.link(record, { ...ada, userId: 2 })
  time = long
  await expect.poll(() => store.entries(record), { timeout: 20_000 }).toEqual([entry])
})
