import { Hono } from 'hono'
import type { Catalog } from '../catalog/catalog.ts'
import type { CatalogSource } from '../catalog/load.ts'
import type { Database } from '../db/database.ts'
import type { DictionarySource } from '../dictionary/load.ts'
import { localizedCatalog } from '../dictionary/localized-catalog.ts'
import type { AppEnv } from '../http.ts'
import type { Log } from '../log.ts'
import type { RemotesSource } from '../metadata/remotes.ts'
import { remote } from '../render/components/remote.ts'
import type { Permissions } from '../render/context.ts'
import { createRenderer } from '../render/render-page.ts'
import { createPageSaver } from '../render/save/save-page.ts'
import type { Send } from '../services/transport.ts'
import { componentRoutes } from './components.ts'
import { displayRoutes } from './display.ts'
import { menuRoutes } from './menu.ts'
import { storedPreferences } from './preferences.ts'
import { recordPageRoutes } from './record-pages.ts'
import { saveRoutes } from './save.ts'
import { sourceRoutes } from './sources.ts'

export interface PageRoutes {
  readonly catalogs: CatalogSource
  readonly dictionaries: DictionarySource
  readonly database: Pick<Database, 'read'>
  readonly log: Log
  readonly remotes: Pick<RemotesSource, 'current'>
  /** Reaches the data API. */
  readonly send: Send
  readonly permissions: Permissions
  /** Saves are told to edit history [EV3]. */
  readonly keepsHistory: boolean
}

/** All routes by which the shell shows pages and saves them: display, single components, save, menu, sources. */
export function pageRoutes({
  catalogs,
  dictionaries,
  database,
  log,
  send,
  permissions,
  keepsHistory,
  remotes,
}: PageRoutes): Hono<AppEnv> {
  const catalog = (language: string): Catalog =>
    localizedCatalog(catalogs.current(), dictionaries.current().texts(language))
  const foreign = () => (remotes.current().length > 0 ? remote : undefined)
  const preferencesOf = storedPreferences(database)
  const renderer = createRenderer({ catalog, log, keepsHistory, preferencesOf, foreign })
  return new Hono<AppEnv>()
    .route('/', displayRoutes({ renderer, send, dictionaries, permissions }))
    .route('/', componentRoutes({ renderer, send, dictionaries, permissions }))
    .route(
      '/',
      saveRoutes({
        ...{ saver: createPageSaver({ catalog, keepsHistory, renderer, foreign, log }), database },
        ...{ send, dictionaries, permissions },
      }),
    )
    .route('/', menuRoutes({ catalog, dictionaries }))
    .route('/', recordPageRoutes({ catalog, dictionaries }))
    .route('/', sourceRoutes({ send }))
}
