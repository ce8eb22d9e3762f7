/** The address of a page or of an item's page, remembering where the user came from. */
export function pageLink(pageKey: string, itemId?: number | string, previousPageKey?: string): string {
  const item = itemId === undefined ? '' : `/${encodeURIComponent(String(itemId)).replaceAll('%2C', ',')}`
  const query = previousPageKey ? `?${new URLSearchParams({ previousPageKey })}` : ''
  return `/p/${encodeURIComponent(pageKey)}${item}${query}`
}
