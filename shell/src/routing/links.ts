/** What the way to a record remembers: the address of the list it was opened from, with its filter and page. */
export interface RecordState {
  readonly listAddress?: string
  /** When the record was created, for the page that its creation leads to. */
  readonly createdAt?: number
}

/** The address of a page or of an item's page, remembering where the user came from. */
export function pageLink(pageKey: string, itemId?: number | string, previousPageKey?: string): string {
  const item = itemId === undefined ? '' : `/${encodeURIComponent(String(itemId)).replaceAll('%2C', ',')}`
  const query = previousPageKey ? `?${new URLSearchParams({ previousPageKey })}` : ''
  return `/p/${encodeURIComponent(pageKey)}${item}${query}`
}

/** The address of a list with a filter. */
export function filteredLink(pageKey: string, filter: string): string {
  return `${pageLink(pageKey)}?${new URLSearchParams({ filter })}`
}

/** What a page is of: with another one its components begin anew, and their unsaved edits are gone. */
export function pageIdentity(path: string, search: string): string {
  return `${path}?${new URLSearchParams(search).get('previousPageKey') ?? ''}`
}

interface Address {
  readonly pathname: string
  readonly search: string
}

export function isOtherPage(from: Address, to: Address): boolean {
  return pageIdentity(from.pathname, from.search) !== pageIdentity(to.pathname, to.search)
}
