import { type Auth, createAuth, type Recovery } from './auth/index.ts'
import { type CatalogSource, createCatalogSource } from './catalog/load.ts'
import { type Config, runs } from './config.ts'
import { dataApiClient } from './data-api/client.ts'
import type { DataApi } from './data-api/routes.ts'
import type { Database, StatementObserver } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { migrations } from './db/migrations/index.ts'
import { createDictionarySource, type DictionarySource } from './dictionary/load.ts'
import { firstStart } from './first-start.ts'
import { createLog, type Log } from './log.ts'
import { createRemotesSource, type RemotesSource } from './metadata/remotes.ts'
import { systemEffects } from './metadata/system-effects.ts'
import { openDataApi } from './open-data-api.ts'
import type { Platform } from './runtime/platform.ts'
import { concurrencyApp } from './services/concurrency/app.ts'
import { type Concurrency, openConcurrency } from './services/concurrency/open.ts'
import { connect } from './services/connect.ts'
import { contentCriteriaApp } from './services/content-criteria/app.ts'
import { type ContentCriteriaClient, contentCriteriaClient, isHealthCheck } from './services/content-criteria/client.ts'
import { checksElsewhere, type PartsElsewhere, partsElsewhere } from './services/elsewhere.ts'
import { type FilesApp, filesApp } from './services/files/app.ts'
import { areaSecrets, sealAreaSecrets } from './services/files/area-secrets.ts'
import { ensureFirstArea } from './services/files/areas.ts'
import { createFiles } from './services/files/files.ts'
import { historyApp } from './services/history/app.ts'
import { createHistory, type History } from './services/history/history.ts'
import { historyEffect } from './services/history/outbox.ts'
import { createHistoryStore } from './services/history/store.ts'
import { permissionApp } from './services/permission/app.ts'
import { type PermissionClient, permissionClient } from './services/permission/client.ts'
import { inventoryOf, type PermissionInventory } from './services/permission/inventory.ts'
import { openPermissionMetadata } from './services/permission/metadata.ts'
import type { Fetch } from './services/transport.ts'
import { type UnrestrictedDataApi, unrestrictedDataApi } from './services/unrestricted-data-api.ts'
import { keyCleaner } from './write/idempotency.ts'

/** The whole object graph of one instance; built in one place, handed to whoever needs a part. */
export interface Context {
  readonly config: Config
  readonly platform: Platform
  readonly log: Log
  readonly database: Database
  readonly catalogs: CatalogSource
  readonly dictionaries: DictionarySource
  readonly remotes: RemotesSource
  readonly auth: Auth
  readonly recovery: Recovery
  readonly dataApi: DataApi
  readonly history: History
  readonly contentCriteria: ContentCriteriaClient
  readonly concurrency: Concurrency
  readonly permissions: PermissionClient
  /** What permissions there are to give. */
  readonly permissionInventory: () => PermissionInventory
  readonly files: FilesApp
  /** The parts of the whole that are not this process. */
  readonly elsewhere: PartsElsewhere
  /** What `GET /health/ready` asks [G4]. */
  readonly readiness: readonly ReadinessCheck[]
  /** Lines for whoever starts the service and nobody else, such as the first administrator's password. Never logged. */
  readonly notices: readonly string[]
  /**
   * Looks for what other instances changed, metadata and rights, and sets off what is to be delivered. Runtimes call it
   * every few seconds [M5], [P5].
   */
  readonly refresh: () => Promise<void>
  readonly close: () => Promise<void>
}

export interface ReadinessCheck {
  readonly name: string
  /** Throws when the part cannot serve. */
  readonly check: () => Promise<unknown>
  /** The rest serves without it. */
  readonly optional?: true
}

export interface ContextOptions {
  /** Sees each statement before it runs. */
  readonly observe?: StatementObserver
  /** Fills a database that has its tables, before anything is read from it. */
  readonly prepare?: (database: Database) => Promise<void>
  /** Nobody reads the notices: a first start must then be told the administrator's password. */
  readonly unattended?: boolean
}

/** Opens the database, brings its schema up to date and builds everything that stands on it. */
export async function createContext(
  config: Config,
  platform: Platform,
  options: ContextOptions = {},
): Promise<Context> {
  const log = createLog(config.logLevel, platform.writeLog)
  const database = await platform.openDatabase(config, options.observe)
  try {
    const applied = await migrate(database, migrations)
    if (applied.length > 0) log.info('migrated', { applied })

    await options.prepare?.(database)
    const notices = await firstStart(config, database, options.unattended === true)
    // rights go by names of the metadata: those of a catalog before may hide what is called otherwise by now
    const catalogs = await createCatalogSource(database, () => auth.forget())
    const dictionaries = await createDictionarySource(database, config.defaultLanguage)
    const remotes = await createRemotesSource(database, config.remotes)
    const inventory = (): PermissionInventory => inventoryOf(catalogs.current())
    const permissions = openPermissions(config, database, log, inventory, (...save) => unrestricted(...save))
    const isElsewhere = config.services.permission.url !== null
    const metadata = isElsewhere
      ? await openPermissionMetadata({ ...config.services.permission, fetch: permissions.inventory, log })
      : null
    const elsewhere = partsElsewhere(config.services)
    const auth = createAuth({
      database,
      server: elsewhere.authorization?.client ?? null,
      ...(isElsewhere ? { items: permissions.items } : {}),
      accessTokenMinutes: config.auth.accessTokenMinutes,
      sessionHours: config.auth.sessionHours,
      trustProxy: config.auth.trustProxy,
      oauth: config.auth.oauth,
      providers: config.auth.providers,
      log,
      ...(platform.addressOf === undefined ? {} : { addressOf: platform.addressOf }),
    })
    const history = openHistory(config, database, log, platform.defer)
    const hasDataApi = runs(config.services, 'dataapi') && elsewhere.dataApi === null
    const hasFiles = runs(config.services, 'files') && elsewhere.files === null
    // what waits is the data API's to deliver
    const deliver = (): void => {
      if (config.services.editHistory.enabled && hasDataApi) platform.defer(history.deliver())
    }
    const cleanKeys = keyCleaner(database)
    const system = systemEffects({ auth, catalogs, dictionaries, remotes })
    const means = platform.files(config)
    const secrets = await areaSecrets(database)
    if (hasDataApi || hasFiles) {
      await ensureFirstArea(database, means)
      await sealAreaSecrets(database, secrets)
    }
    const { defer } = platform
    const files = createFiles({ database, catalogs, means, secrets, config: config.files, log, defer })
    const effects = [
      ...system,
      ...files.effects,
      ...(config.services.editHistory.enabled ? [historyEffect(deliver)] : []),
    ]
    const contentCriteria = openContentCriteria(config, log, (request) => unrestricted(request))
    const { expand } = contentCriteria
    const concurrency = openConcurrency(concurrencyApp, config, database, log, platform.presence)
    const dataApi = openDataApi({ config, platform, log, database, catalogs, history, effects, expand })
    const unrestricted = unrestrictedDataApi(dataApi, log)
    const readiness: readonly ReadinessCheck[] = [
      { name: 'database', check: () => database.read({ text: "select 'ok'", values: [] }) },
      { name: 'permissions', check: permissions.check },
      ...checksElsewhere(config.services, elsewhere),
      ...(runs(config.services, 'edithistory')
        ? [{ name: 'editHistory', check: history.client.check, optional: true as const }]
        : []),
      ...(runs(config.services, 'contentcriteria')
        ? [{ name: 'contentCriteria', check: contentCriteria.check, optional: true as const }]
        : []),
      ...(runs(config.services, 'concurrency')
        ? [{ name: 'concurrency', check: concurrency.health, optional: true as const }]
        : []),
    ]

    deliver()
    return {
      config,
      platform,
      log,
      database,
      catalogs,
      dictionaries,
      remotes,
      auth,
      recovery: {
        mailer: platform.mailer?.(config) ?? null,
        textsFor: (own, accept) => {
          const dictionary = dictionaries.current()
          return dictionary.texts(dictionary.choose(own, accept)).byKey
        },
        publicOrigin: config.mail.publicOrigin,
        defer,
        log,
      },
      dataApi,
      history,
      contentCriteria,
      concurrency,
      permissions,
      permissionInventory: metadata?.current ?? inventory,
      files: filesApp(files, dataApi),
      elsewhere,
      readiness,
      notices,
      refresh: async () => {
        deliver()
        // a storage area may be a folder of the machine that has the files
        if (hasDataApi || hasFiles) files.tidy()
        await Promise.all([
          catalogs.refresh(),
          dictionaries.refresh(),
          remotes.refresh(),
          cleanKeys(),
          concurrency.tidy(),
          metadata?.refresh(),
        ])
      },
      close: async () => {
        history.stop()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Edit history in this process, or where it runs [G1.b]. */
function openHistory(
  { database: { kind }, services }: Config,
  database: Database,
  log: Log,
  defer: Platform['defer'],
): History {
  const { account, authUrl, editHistory } = services
  const app = historyApp(createHistoryStore(database), log)
  const elsewhere = editHistory.url === null || account === null ? null : { url: editHistory.url, authUrl, account }
  // the embedded database has nothing that takes back the room of rows that are gone
  const tidy = kind === 'pglite' ? { vacuumAfter: 20_000 } : {}
  return createHistory({ database, send: connect(app.fetch, elsewhere), log, defer, ...tidy })
}

/** Content criteria in this process, or where they run [G1.b]; here they read the data API, which may run elsewhere. */
function openContentCriteria({ services }: Config, log: Log, dataApi: Fetch): ContentCriteriaClient {
  const { account, authUrl, dataApiUrl, contentCriteria } = services
  const { url, highlightLimit, timeoutMs, retries, intervalMs } = contentCriteria
  const read = connect(
    dataApi,
    dataApiUrl === null || account === null ? null : { url: dataApiUrl, authUrl, account, timeoutMs },
  )
  const app = contentCriteriaApp({
    dataApi: (requestId) => dataApiClient(read, { origin: 'http://data-api.invalid', requestId }),
    highlightLimit,
    log,
  })
  const repeatable = (request: Request): boolean => !isHealthCheck(request)
  const elsewhere =
    url === null || account === null ? null : { url, authUrl, account, timeoutMs, retries, intervalMs, repeatable }
  return contentCriteriaClient(connect(app.fetch, elsewhere))
}

/** Permissions in this process, or where they are kept [G1.b]. */
function openPermissions(
  { services }: Config,
  database: Database,
  log: Log,
  inventory: () => PermissionInventory,
  dataApi: UnrestrictedDataApi,
): PermissionClient {
  const { account, authUrl, permission } = services
  const app = permissionApp({ database, dataApi, inventory, log })
  const elsewhere = permission.url === null || account === null ? null : { url: permission.url, authUrl, account }
  return permissionClient(connect(app.fetch, elsewhere))
}
