import type {
  ComponentData,
  ComponentSchema,
  MenuItem,
  PageResponse,
  RecordPages,
  SourceNode,
} from '../../../shared/page.ts'
import { request } from './client.ts'

export function loadMenu(signal?: AbortSignal): Promise<readonly MenuItem[]> {
  return request('/api/v2/menu', { signal })
}

/** @param query the page's own query string: `previousPageKey`, and a list's state. */
export function loadPage(
  pageKey: string,
  itemId: string | undefined,
  query: string,
  signal?: AbortSignal,
): Promise<PageResponse> {
  return request(`/api/v2/display/${pagePath(pageKey, itemId)}${query === '' ? '' : `?${query}`}`, { signal })
}

export interface ComponentResponse<S, D> {
  readonly schema: ComponentSchema<S>
  readonly data: ComponentData<D>
}

/** One component of a page again, with another list state. */
export function loadComponent<S, D>(
  place: { readonly pageKey: string; readonly itemId: string | undefined; readonly componentKey: string },
  query: string,
  signal?: AbortSignal,
): Promise<ComponentResponse<S, D>> {
  const component = encodeURIComponent(place.componentKey)
  return request(
    `/api/v2/components/${pagePath(place.pageKey, place.itemId ?? '-')}/${component}${query === '' ? '' : `?${query}`}`,
    { signal },
  )
}

/** By media type. */
export function loadRecordPages(signal?: AbortSignal): Promise<Readonly<Record<string, RecordPages>>> {
  return request('/api/v2/global/pages', { signal })
}

export function loadSources(signal?: AbortSignal): Promise<readonly SourceNode[]> {
  return request('/api/v2/global/sources', { signal })
}

export function pagePath(pageKey: string, itemId: string | undefined): string {
  const page = encodeURIComponent(pageKey)
  // A comma separates ids and stays readable.
  return itemId === undefined ? page : `${page}/${encodeURIComponent(itemId).replaceAll('%2C', ',')}`
}
