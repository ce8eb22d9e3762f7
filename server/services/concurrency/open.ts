import type { Hono } from 'hono'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import type { AppEnv } from '../../http.ts'
import type { Log } from '../../log.ts'
import { connect } from '../connect.ts'
import { type ConcurrencyClient, concurrencyClient } from './client.ts'
import { memoryPresence } from './memory-store.ts'
import { postgresPresence } from './postgres-store.ts'
import type { OpenPresence, PresenceStore } from './presence-store.ts'
import { type UserNames, userNames } from './user-names.ts'

/** What the service's app is made of. */
export interface ConcurrencyOptions {
  readonly store: PresenceStore
  readonly names: UserNames
  /** How long a link lives without a refresh, in milliseconds. */
  readonly expiryMs: number
  readonly log: Log
}

export interface Concurrency extends ConcurrencyClient {
  /** Takes away what has expired, where it is this process that keeps it. */
  readonly tidy: () => Promise<void>
}

/** Pages ask every few seconds anyway, and nobody waits for an icon. */
const TIMEOUT_MS = 3000

/**
 * The concurrency service in this process, or where it runs [G1.b]. A process that has its database to itself remembers
 * presence, and several over one database share a table, unless the runtime has a place of its own.
 */
export function openConcurrency(
  app: (options: ConcurrencyOptions) => Hono<AppEnv>,
  { database: { kind }, services }: Config,
  database: Database,
  log: Log,
  ownStore: OpenPresence = () => null,
): Concurrency {
  const { account, authUrl, concurrency } = services
  const { url, expiryMs, scanMs, userCacheMs } = concurrency
  const options = { expiryMs, scanMs, now: Date.now }
  const store = ownStore(options) ?? (kind === 'pglite' ? memoryPresence(options) : postgresPresence(database, options))
  const service = app({ store, names: userNames(database, userCacheMs), expiryMs, log })
  const elsewhere =
    url === null || account === null ? null : { url, authUrl, account, timeoutMs: TIMEOUT_MS, retries: 0 }
  return {
    ...concurrencyClient(connect(service.fetch, elsewhere)),
    tidy: elsewhere === null ? store.tidy : async () => undefined,
  }
}
