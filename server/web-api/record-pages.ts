import { Hono } from 'hono'
import type { RecordPages } from '../../shared/page.ts'
import type { Catalog, MediaType, Page, PageComponent } from '../catalog/catalog.ts'
import { mediaTypeRights } from '../catalog/rights.ts'
import { type AppEnv, requireCaller } from '../http.ts'
import { NO_STORE } from './display.ts'
import { getOnly } from './get-only.ts'
import { languageOf } from './language-of.ts'
import { byMenu, type MenuRoutes } from './menu.ts'

/** `GET /api/v2/global/pages`: by media type, the pages on which the caller finds its records. */
export function recordPageRoutes({ catalog, dictionaries }: MenuRoutes): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get('/api/v2/global/pages', (c) => {
      const { rights } = requireCaller(c)
      const known = catalog(languageOf(c, dictionaries.current()))
      const told = [...known.mediaTypes.values()].flatMap((type) => {
        const { read, create } = mediaTypeRights(rights, type)
        return read ? [[type.name, recordPages(type, known, create)] as const] : []
      })
      return c.json(Object.fromEntries(told), 200, NO_STORE)
    })
    .all('/api/v2/global/pages', getOnly)
}

/** Of several lists the first in the menu; the form it opens, else the first form there is. */
function recordPages(type: MediaType, catalog: Catalog, canCreate: boolean): RecordPages {
  const pages = [...catalog.pages.values()].sort(byMenu)
  const showing = (kind: string): (readonly [Page, PageComponent])[] =>
    pages.flatMap((page) => {
      const component = page.components.find((each) => each.type === kind && shownType(page, each) === type.name)
      return component === undefined ? [] : [[page, component] as const]
    })
  const [list] = showing('list')
  const opened = list?.[1].configuration.editPageKey
  const item = typeof opened === 'string' && catalog.pages.has(opened) ? opened : showing('form')[0]?.[0].key
  return {
    label: type.label,
    labelPlural: type.labelPlural,
    canCreate,
    ...(list === undefined ? {} : { listPageKey: list[0].key }),
    ...(item === undefined ? {} : { itemPageKey: item }),
  }
}

function shownType({ mediaType }: Page, { type, configuration }: PageComponent): unknown {
  return type === 'list' ? (configuration.mediaType ?? mediaType) : mediaType
}
