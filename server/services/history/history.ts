import type { Database } from '../../db/database.ts'
import type { Log } from '../../log.ts'
import type { Send } from '../transport.ts'
import { type HistoryClient, historyClient } from './client.ts'
import { createDelivery } from './delivery.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import type { RecordKey } from './record-history.ts'

/** Edit history as the rest of the service uses it. */
export interface History {
  readonly client: HistoryClient
  readonly outbox: Outbox
  /** Delivers what waits; see `Delivery`. */
  readonly deliver: () => Promise<void>
  /** Waits a moment for what was saved of a record to arrive, so that who saves and looks sees it. */
  readonly arrived: (record: RecordKey) => Promise<void>
  readonly stop: () => void
}

export interface HistoryOptions {
  readonly database: Database
  /** Reaches the service. */
  readonly send: Send
  readonly log: Log
  /** Lets work go on beside the request that began it. */
  readonly defer: (work: Promise<unknown>) => void
  /** See `OutboxOptions`. */
  readonly vacuumAfter?: number
}

const ARRIVAL_MS = 1000
const LOOK_MS = 50

export function createHistory({ database, send, log, defer, ...options }: HistoryOptions): History {
  const outbox = createOutbox(database, options)
  const client = historyClient(send)
  const { run, stop } = createDelivery({ outbox, client, log })
  return {
    client,
    outbox,
    deliver: run,
    arrived: async (record) => {
      const deadline = Date.now() + ARRIVAL_MS
      while (await outbox.isWaiting(record.mediaType, record.id)) {
        // it may have much else to deliver first, and a service that is slow to answer
        const delivered = run()
        defer(delivered)
        await Promise.race([delivered, pause(deadline - Date.now())])
        if (Date.now() >= deadline) return
        await pause(LOOK_MS)
      }
    },
    stop,
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
