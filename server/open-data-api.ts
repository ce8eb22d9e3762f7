import type { CatalogSource } from './catalog/load.ts'
import { seenCatalog } from './catalog/seen-catalog.ts'
import type { Config } from './config.ts'
import { writerWithCriteria } from './data-api/finder-criteria.ts'
import { onNewestCatalogs } from './data-api/newest-catalog.ts'
import type { DataApi } from './data-api/routes.ts'
import type { Database } from './db/database.ts'
import type { Log } from './log.ts'
import { createAggregator } from './query/aggregate/aggregate.ts'
import { readableTypes } from './query/authorize.ts'
import type { ExpandCriteria } from './query/content-criteria.ts'
import { createExporter } from './query/export.ts'
import { createReader } from './query/read.ts'
import type { Platform } from './runtime/platform.ts'
import { criteriaEffect } from './services/content-criteria/save-effect.ts'
import type { History } from './services/history/history.ts'
import { changedSince } from './services/history/record-history.ts'
import type { WriteEffect } from './write/effects.ts'
import type { WriterOptions } from './write/writer.ts'

export interface DataApiParts {
  readonly config: Config
  readonly platform: Pick<Platform, 'digest'>
  readonly log: Log
  readonly database: Database
  readonly catalogs: CatalogSource
  readonly history: History
  readonly effects: readonly WriteEffect[]
  readonly expand: ExpandCriteria
}

const DEFAULT_PAGE_SIZE = 20

/** The data API over its own database. */
export function openDataApi(parts: DataApiParts): DataApi {
  const { config, platform, log, database, catalogs, history, effects, expand } = parts
  const { maxPageSize, childDepth, unknownIdStatus, requireIfMatch } = config.dataApi
  const limits = { defaultPageSize: DEFAULT_PAGE_SIZE, maxPageSize }
  const reading = { childDepth, ...limits }
  const reader = createReader({ database, catalog: catalogs.current, digest: platform.digest, expand, ...reading })
  const { highlightLimit } = config.services.contentCriteria
  const writing: WriterOptions = {
    database,
    catalog: catalogs.current,
    reader,
    reading,
    requireIfMatch,
    effects: [...effects, criteriaEffect({ reading, highlightLimit })],
    changedSince: async ({ seen, rights, ...record }) => {
      // a history that is not told of saves knows some of the changes at best
      if (seen === null || !config.services.editHistory.enabled) return null
      const catalog = seenCatalog(catalogs.current(), rights)
      const isOrdered = catalog.mediaTypes.get(record.mediaType)?.versionSource === 'version'
      const changed = await changedSince({ ...record, isOrdered }, seen, readableTypes(catalog, rights), history)
      const type = catalog.mediaTypes.get(record.mediaType)
      return changed?.filter((name) => type?.fields.has(name) || type?.relations.has(name)) ?? null
    },
  }
  const writer = writerWithCriteria(writing, expand)
  const aggregator = createAggregator({ database, catalog: catalogs.current, expand, ...reading })
  const exporter = createExporter({ database, catalog: catalogs.current, expand, ...reading })
  const exportFailed = (error: unknown, requestId: string): void => log.error('export failed', { requestId, error })
  const newest = onNewestCatalogs({ reader, writer, aggregator, exporter }, catalogs)
  return { ...newest, catalog: catalogs.current, exportFailed, limits, unknownIdStatus }
}
