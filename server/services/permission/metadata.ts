import type { Log } from '../../log.ts'
import { NO_INVENTORY, type PermissionInventory } from './inventory.ts'

export interface PermissionMetadataOptions {
  readonly fetch: () => Promise<PermissionInventory>
  /**
   * How long the start waits for the first fetch before it goes on with nothing, in milliseconds. 0: it waits as long as
   * the fetch takes, and fails with it.
   */
  readonly initialTimeoutMs: number
  /** How old it may become, in seconds. */
  readonly refreshSeconds: number
  readonly log: Pick<Log, 'warn' | 'info'>
  /** Unix time in milliseconds. */
  readonly now?: () => number
}

/** What the permission service elsewhere says there is to permit, kept between refreshes. */
export interface PermissionMetadata {
  readonly current: () => PermissionInventory
  /** Fetches it when it is due; to be called every few seconds. Never rejects. */
  readonly refresh: () => Promise<void>
}

/** @throws what the first fetch throws, when no time-out is set (specification, "Errors"). */
export async function openPermissionMetadata(options: PermissionMetadataOptions): Promise<PermissionMetadata> {
  const { fetch, initialTimeoutMs, refreshSeconds, log, now = Date.now } = options
  let known = NO_INVENTORY
  let fetchedAt: number | null = null
  let fetching: Promise<void> | null = null
  const fetchNow = async (): Promise<void> => {
    known = await fetch()
    fetchedAt = now()
  }
  const refresh = async (): Promise<void> => {
    if (fetchedAt !== null && now() - fetchedAt < refreshSeconds * 1000) return
    fetching ??= fetchNow()
      .catch((error: unknown) => log.warn('permission metadata not fetched', { error }))
      .finally(() => {
        fetching = null
      })
    await fetching
  }
  if (initialTimeoutMs === 0) await fetchNow()
  else {
    await within(refresh(), initialTimeoutMs)
    if (fetchedAt === null) log.warn('started without permission metadata', { initialTimeoutMs })
  }
  return { current: () => known, refresh }
}

async function within(work: Promise<void>, ms: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
