import type { Log } from '../../log.ts'
import { EntriesRefused, type HistoryClient } from './client.ts'
import type { Outbox, WaitingEntry } from './outbox.ts'

export interface Delivery {
  /**
   * Delivers what waits, in order, until nothing does. Calls while one is under way make it look again and return at
   * once; after a failure calls do nothing until its pause is over. Never rejects.
   */
  readonly run: () => Promise<void>
  /** Ends after the block under way; what is left is delivered by the next start. */
  readonly stop: () => void
}

export interface DeliveryOptions {
  readonly outbox: Outbox
  readonly client: Pick<HistoryClient, 'saveBatch'>
  readonly log: Log
  /** Unix time in milliseconds. */
  readonly now?: () => number
}

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 30_000
/** A Worker's work after the response has half a minute; whoever calls next goes on. */
const LONGEST_RUN_MS = 20_000
/** A run of a Worker that was ended from outside never says so. */
const LOST_RUN_MS = 60_000

export function createDelivery({ outbox, client, log, now = Date.now }: DeliveryOptions): Delivery {
  const holder = crypto.randomUUID()
  let running: { readonly since: number } | null = null
  let again = false
  let stopped = false
  let failures = 0
  let pausedUntil = 0

  async function send(entries: readonly WaitingEntry[]): Promise<void> {
    try {
      await client.saveBatch(entries.map(({ text }) => text))
    } catch (error) {
      if (!(error instanceof EntriesRefused)) throw error
      return refused(entries, error)
    }
    await outbox.delivered(entries.map(({ id }) => id))
  }

  /** One bad entry must not keep the others here: halves are tried by themselves until it stands alone. */
  async function refused(entries: readonly WaitingEntry[], { message }: EntriesRefused): Promise<void> {
    const [first, ...others] = entries
    if (first !== undefined && others.length === 0) {
      log.error('history entry set aside', { entry: first.id, reason: message })
      return outbox.setAside(first.id, message)
    }
    const middle = Math.ceil(entries.length / 2)
    await send(entries.slice(0, middle))
    await send(entries.slice(middle))
  }

  async function drain(since: number): Promise<void> {
    for (;;) {
      const { entries, more } = await outbox.take(holder)
      if (entries.length === 0) return
      await send(entries)
      if (more && !stopped && now() - since < LONGEST_RUN_MS) continue
      return outbox.release(holder)
    }
  }

  function failed(error: unknown): void {
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS)
    failures += 1
    pausedUntil = now() + pause
    if (!stopped) log.warn('history waits', { failures, pauseMs: pause, error })
  }

  return {
    run: async () => {
      if (running !== null && now() - running.since < LOST_RUN_MS) {
        again = true
        return
      }
      if (stopped || now() < pausedUntil) return
      const own = { since: now() }
      running = own
      try {
        do {
          again = false
          await drain(own.since)
        } while (again && !stopped && now() - own.since < LONGEST_RUN_MS)
        failures = 0
      } catch (error) {
        failed(error)
        await outbox.release(holder).catch(() => undefined)
      } finally {
        if (running === own) running = null
      }
    },
    stop: () => {
      stopped = true
    },
  }
}
