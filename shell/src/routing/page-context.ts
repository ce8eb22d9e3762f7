import { createContext, use } from 'react'
import type { PageConfiguration, PageResponse } from '../../../shared/page.ts'

/** What a built-in component may know of the page it stands on, beyond its own props. */
export interface PageContextValue {
  readonly pageKey: string
  readonly itemId: string | undefined
  readonly configuration: PageConfiguration
  /** The list whose state stands in the page's URL; other lists keep theirs to themselves. */
  readonly urlListKey: string | undefined
  /** The list state of the URL the page was loaded with, so that its list need not load twice. */
  readonly loadedQuery: string
  /** The page key, and the item when there is one, by which pages opened from here lead back. */
  readonly asPrevious: string
  /** Where the user is led when there is nothing more to see here: the list as it stood when the record was opened from it. */
  readonly backTo: string
  /** What the page is headed by: a record's name where it shows one. */
  readonly title: string
  /** The only component of its page may use the whole height. */
  readonly alone: boolean
  /** Fetches the page as it is now, and shows nothing of it. */
  readonly load: () => Promise<PageResponse>
  /** Shows a page fetched before; its components keep their state. */
  readonly replace: (page: PageResponse) => void
}

export const PageContext = createContext<PageContextValue | null>(null)

export function usePage(): PageContextValue {
  const page = use(PageContext)
  if (!page) throw new Error('usePage stands outside a page')
  return page
}
