/** Under which a component of a page tells that it holds unsaved changes of its own. */
export function dirtyKeyOf(
  page: { readonly pageKey: string; readonly itemId: string | undefined },
  key: string,
): string {
  return `${page.pageKey}/${page.itemId ?? ''}/${key}`
}
