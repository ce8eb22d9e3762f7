import { parseFilter } from '../../../shared/filter-parse.ts'
import type { ListQuery } from '../../../shared/page.ts'

/** A list's state in the URL. */
export const LIST_KEYS = ['page', 'pageSize', 'sort', 'filter'] as const

/** Reads a list's state from a URL's query; what makes no sense is as good as absent. */
export function readListQuery(params: URLSearchParams): ListQuery {
  const page = wholeNumber(params.get('page'))
  const pageSize = wholeNumber(params.get('pageSize'))
  const sort = params.get('sort')
  const filter = params.get('filter')
  return {
    ...(page ? { page } : {}),
    ...(pageSize ? { pageSize } : {}),
    ...(sort ? { sort } : {}),
    ...(filter ? { filter } : {}),
  }
}

/** The query string of a list's state, always in the same order; defaults are left out. */
export function printListQuery(query: ListQuery): string {
  const params = new URLSearchParams()
  for (const key of LIST_KEYS) if (query[key]) params.set(key, String(query[key]))
  return params.toString()
}

/** The URL's query with the list's state in place of the former one, everything else kept. */
export function withListQuery(params: URLSearchParams, query: ListQuery): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const key of LIST_KEYS) next.delete(key)
  for (const [key, value] of new URLSearchParams(printListQuery(query))) next.set(key, value)
  return next
}

/** What a display request carries: where the user came from, and the list's state; a filter that is none is the list's to complain of. */
export function displayQuery(params: URLSearchParams): string {
  const { filter, ...rest } = readListQuery(params)
  const query = new URLSearchParams(
    printListQuery(filter !== undefined && isFilter(filter) ? { ...rest, filter } : rest),
  )
  const previous = params.get('previousPageKey')
  if (previous) query.set('previousPageKey', previous)
  return query.toString()
}

function isFilter(text: string): boolean {
  try {
    parseFilter(text)
    return true
  } catch {
    return false
  }
}

function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}
