import { Hono } from 'hono'
import type { MenuItem } from '../../shared/page.ts'
import type { Catalog, Page } from '../catalog/catalog.ts'
import { mediaTypeRights } from '../catalog/rights.ts'
import type { DictionarySource } from '../dictionary/load.ts'
import { type AppEnv, requireCaller } from '../http.ts'
import { NO_STORE } from './display.ts'
import { getOnly } from './get-only.ts'
import { languageOf } from './language-of.ts'

export interface MenuRoutes {
  /** The catalog with its texts in a language. */
  readonly catalog: (language: string) => Catalog
  readonly dictionaries: DictionarySource
}

/** `GET /api/v2/menu`: the pages that stand in the menu and whose media type the caller may read [R3]. */
export function menuRoutes({ catalog, dictionaries }: MenuRoutes): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get('/api/v2/menu', (c) => {
      const { rights } = requireCaller(c)
      const { pages, mediaTypes } = catalog(languageOf(c, dictionaries.current()))
      const readable = [...pages.values()].filter(({ mediaType }) => {
        const type = mediaType === null ? null : mediaTypes.get(mediaType)
        return type === null || (type !== undefined && mediaTypeRights(rights, type).read)
      })
      return c.json(menuOf(readable), 200, NO_STORE)
    })
    .all('/api/v2/menu', getOnly)
}

/** Puts pages in the order of the menu; a group stands where its first page does. */
export function menuOf(pages: readonly Page[]): readonly MenuItem[] {
  const items = new Map<string, { readonly item: MenuItem; readonly children: MenuItem[] }>()
  for (const page of pages.filter(({ menuOrder }) => menuOrder !== null).sort(byMenu)) {
    const { menuGroup: group } = page
    if (group === null) {
      items.set(`page:${page.key}`, { item: pageItem(page), children: [] })
      continue
    }
    const key = `group:${group}`
    const entry = items.get(key) ?? { item: { key, title: group }, children: [] }
    entry.children.push(pageItem(page))
    items.set(key, entry)
  }
  return [...items.values()].map(({ item, children }) => (children.length === 0 ? item : { ...item, children }))
}

/** The order of the menu, then by key; pages that are not in it come last. */
export function byMenu(a: Page, b: Page): number {
  const [first, second] = [a.menuOrder ?? Number.MAX_VALUE, b.menuOrder ?? Number.MAX_VALUE]
  return first - second || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
}

function pageItem({ key, title, icon }: Page): MenuItem {
  return { key, title, ...(icon === null ? {} : { icon }), pageKey: key }
}
