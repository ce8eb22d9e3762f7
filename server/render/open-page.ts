import type { Catalog, Page } from '../catalog/catalog.ts'
import { AppError } from '../errors.ts'
import type { RenderContext, RenderRequest } from './context.ts'
import { type Item, parseItem } from './item.ts'
import { findPage } from './page-store.ts'
import { renderContext } from './render-context.ts'

export interface PageSources {
  /** The catalog with its texts in a language. */
  readonly catalog: (language: string) => Catalog
  /** Saves are told to edit history [EV3]. */
  readonly keepsHistory: boolean
}

export interface OpenPage {
  readonly page: Page
  readonly item: Item
  readonly context: RenderContext
}

/**
 * Finds the page that a request is about, for a caller who may read what it is of.
 *
 * @throws {AppError} NOT_FOUND, FORBIDDEN.
 */
export function openPage(request: RenderRequest, { catalog: catalogIn, keepsHistory }: PageSources): OpenPage {
  const catalog = request.seen(catalogIn(request.language))
  const page = findPage(catalog, request.pageKey)
  const item = parseItem(request.itemId)
  const context = renderContext({ catalog, page, item, keepsHistory }, request)
  requireReadable(context)
  return { page, item, context }
}

function requireReadable({ type, rightsOn }: RenderContext): void {
  if (type !== undefined && !rightsOn(type).read) {
    throw new AppError({ code: 'FORBIDDEN', detail: `you may not read ${type.name}`, meta: { mediaType: type.name } })
  }
}
