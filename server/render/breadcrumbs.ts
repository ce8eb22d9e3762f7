import type { Breadcrumb } from '../../shared/page.ts'
import type { Catalog, Page } from '../catalog/catalog.ts'
import { listPageOf, parentsOf } from './page-store.ts'

/** A page key with an id, or ids separated by commas, at its end: `film/12`, `film-12`, `film_12`, `film:12,13`. */
const WITH_IDS = /^(.+)[/_:-]\d+(?:,\d+)*$/

/**
 * The trail to a page, from the outermost page to the one before it: the list the user came from, with that list's
 * parents, or the page's own parents where `previousPageKey` leads nowhere or back to the page itself.
 */
export function breadcrumbs(
  catalog: Pick<Catalog, 'pages'>,
  page: Page,
  previousPageKey: string | undefined,
): readonly Breadcrumb[] {
  const previous = previousPageKey === undefined ? undefined : previousPage(catalog, previousPageKey)
  return (previousTrail(catalog, page, previous) ?? parentsOf(catalog, page)).map(({ title, key }) => ({
    title,
    pageKey: key,
  }))
}

/** Takes a trailing id off a page key; a last segment that is not numeric stays. */
export function withoutIds(pageKey: string): string {
  return WITH_IDS.exec(pageKey)?.[1] ?? pageKey
}

/** A page that really has such a key goes before one whose item the key could mean. */
function previousPage(catalog: Pick<Catalog, 'pages'>, key: string): Page | undefined {
  return catalog.pages.get(key) ?? catalog.pages.get(withoutIds(key))
}

function previousTrail(
  catalog: Pick<Catalog, 'pages'>,
  page: Page,
  previous: Page | undefined,
): readonly Page[] | null {
  if (previous === undefined) return null
  const list = listPageOf(catalog, previous)
  const trail = [...parentsOf(catalog, list), list]
  return trail.some(({ key }) => key === page.key) ? null : trail
}
