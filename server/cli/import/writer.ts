import type { Catalog } from '../../catalog/catalog.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { createReader } from '../../query/read.ts'
import { digest } from '../../runtime/digest.ts'
import { historyEffect } from '../../services/history/outbox.ts'
import type { WriteEffect } from '../../write/effects.ts'
import { createWriter, type Writer } from '../../write/writer.ts'

const PAGE_SIZE = 20

/** The write core as the service has it, over one catalog. What edit history is told waits for the service to deliver it. */
export function writerOver(
  database: Database,
  config: Config,
  catalog: Catalog,
  effects: readonly WriteEffect[],
): Writer {
  const { childDepth, maxPageSize } = config.dataApi
  const reading = { childDepth, maxPageSize, defaultPageSize: PAGE_SIZE }
  const current = (): Catalog => catalog
  const history = config.services.editHistory.enabled ? [historyEffect(() => undefined)] : []
  return createWriter({
    database,
    catalog: current,
    reader: createReader({ database, catalog: current, digest, ...reading }),
    reading,
    requireIfMatch: false,
    effects: [...history, ...effects],
  })
}
