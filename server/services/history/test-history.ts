import type { Catalog } from '../../catalog/catalog.ts'
import { UNRESTRICTED } from '../../catalog/rights.ts'
import type { Database } from '../../db/database.ts'
import { migratedDatabase, openCopy } from '../../db/test-database.ts'
import { createLog } from '../../log.ts'
import type { Author, Change } from '../../write/changes.ts'
import { transport } from '../transport.ts'
import { historyApp } from './app.ts'
import { historyClient } from './client.ts'
import { historyEffect } from './outbox.ts'
import { createHistoryStore } from './store.ts'

/** A database with the service's tables. */
export async function openHistoryDatabase(): Promise<Database> {
  return openCopy(await migratedDatabase())
}

/** A log whose lines are kept, parsed. */
export function keptLog() {
  const lines: Record<string, unknown>[] = []
  return { lines, log: createLog('debug', (line) => lines.push(JSON.parse(line))) }
}

export function openHistoryService(database: Database) {
  const app = historyApp(createHistoryStore(database), keptLog().log)
  return { app, client: historyClient(transport(app.fetch)) }
}

/** As much of a catalog as history looks at. */
const CATALOG = {
  mediaTypes: new Map([
    [
      'films',
      {
        name: 'films',
        fields: new Map([['maker', { relation: { to: 'makers' } }]]),
        relations: new Map([['tags[film]', { to: 'tags' }]]),
      },
    ],
  ]),
} as unknown as Catalog

export const ADA: Author = { userId: 7, name: 'Ada' }

export function change(id: number, version: number, more: Partial<Change> = {}): Change {
  return { mediaType: 'films', id, operation: 'Changed', version, fields: {}, added: [], removed: [], ...more }
}

/** Saves changes as the write core does: in a transaction that `also` takes part in. */
export async function saveChanges(
  database: Database,
  changes: readonly Change[],
  also: () => void | Promise<void> = () => undefined,
): Promise<void> {
  const effect = historyEffect(() => undefined)
  await database.transaction(async (tx) => {
    const context = { tx, catalog: CATALOG, rights: UNRESTRICTED, author: ADA, lossConfirmed: false }
    await effect.settle?.(changes, context)
    await also()
  })
}
