import type { KeptSecrets } from '../../auth/index.ts'
import type { CatalogSource } from '../../catalog/load.ts'
import { ConfigError, type FilesConfig } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import type { Log } from '../../log.ts'
import type { WriteEffect } from '../../write/effects.ts'
import { createStores } from './areas.ts'
import { areasEffect } from './areas-effect.ts'
import { createUrlSigner, type UrlSigner } from './downloads/signature.ts'
import { filesEffect } from './files-effect.ts'
import { createSweep } from './garbage.ts'
import type { FileMeans } from './means.ts'
import { parseAllowedHosts } from './outside/allowed-hosts.ts'
import { createOutsideHosts } from './outside/outside-hosts.ts'
import type { TakeIn } from './prepare-files.ts'
import { createUploads, type Uploads } from './uploads/uploads.ts'

/** What the service of files is made of, before there is a data API to read and write records with. */
export interface Files extends TakeIn {
  readonly config: FilesConfig
  readonly catalogs: Pick<CatalogSource, 'current'>
  readonly signer: UrlSigner
  readonly uploads: Uploads
  /** What follows from writes. */
  readonly effects: readonly WriteEffect[]
  /** Looks for what is left to be done, once a minute however often it is called. */
  readonly tidy: () => void
}

export interface FilesParts {
  readonly database: Database
  readonly catalogs: Pick<CatalogSource, 'current'>
  readonly means: FileMeans
  /** Of storage areas. */
  readonly secrets: KeptSecrets
  readonly config: FilesConfig
  readonly log: Pick<Log, 'warn'>
  /** Lets work finish after the response. */
  readonly defer: (work: Promise<unknown>) => void
}

const TIDY_MS = 60_000

/** @throws {ConfigError} for hosts that cannot be read. */
export function createFiles({ database, catalogs, means, secrets, config, log, defer }: FilesParts): Files {
  const stores = createStores(database, means, secrets)
  const { maxBytes } = config
  const allowed = parseAllowedHosts(config.allowHosts ?? '')
  if (allowed === null)
    throw new ConfigError('UPLOAD_ALLOW_HOSTS', 'expected hosts, addresses and networks, separated by commas')
  const outside = createOutsideHosts(means.network, allowed, { maxBytes, wholeMs: config.sourceSeconds * 1000 })
  const sweeper = createSweep(database, stores, ({ area, key }, error) =>
    log.warn('object not removed', { area, key, error }),
  )
  const sweep = (): void => defer(sweeper.run().catch((error) => log.warn('sweep of files failed', { error })))
  const uploads = createUploads({ database, stores, means, maxBytes })
  const takeIn: TakeIn = { database, means, stores, outside, maxBytes, sweep }
  let tidied = Number.NEGATIVE_INFINITY
  return {
    ...takeIn,
    config,
    catalogs,
    signer: createUrlSigner(database),
    uploads,
    effects: [filesEffect({ ...takeIn, catalogs }), areasEffect(secrets)],
    tidy: () => {
      if (Date.now() - tidied < TIDY_MS) return
      tidied = Date.now()
      defer(
        uploads
          .sweep()
          .catch((error) => log.warn('sweep of uploads failed', { error }))
          .then(sweep),
      )
    },
  }
}
