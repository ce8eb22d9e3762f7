import type { Catalog, Page } from '../catalog/catalog.ts'
import { AppError } from '../errors.ts'

/** @throws {AppError} NOT_FOUND. */
export function findPage(catalog: Catalog, key: string): Page {
  const page = catalog.pages.get(key)
  if (page === undefined) throw new AppError({ code: 'NOT_FOUND', detail: `there is no page ${JSON.stringify(key)}` })
  return page
}

/** A page's parents, from the outermost to the nearest; a chain that comes round again ends there. */
export function parentsOf(catalog: Pick<Catalog, 'pages'>, page: Page): readonly Page[] {
  const chain: Page[] = []
  const seen = new Set([page.key])
  for (let parent = parentOf(catalog, page); parent !== undefined; parent = parentOf(catalog, parent)) {
    if (seen.has(parent.key)) break
    seen.add(parent.key)
    chain.unshift(parent)
  }
  return chain
}

/** The list that a page belongs to: an edit page's parent of the same media type, or the page itself. */
export function listPageOf(catalog: Pick<Catalog, 'pages'>, page: Page): Page {
  const parent = parentOf(catalog, page)
  return parent !== undefined && parent.mediaType !== null && parent.mediaType === page.mediaType ? parent : page
}

function parentOf(catalog: Pick<Catalog, 'pages'>, page: Page): Page | undefined {
  return page.parentKey === null ? undefined : catalog.pages.get(page.parentKey)
}
