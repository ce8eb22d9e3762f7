import type { EntityId } from '../../shared/envelope.ts'
import { AppError } from '../errors.ts'

/** What a page is asked to show, besides itself [R1]. */
export type Item =
  | { readonly kind: 'none' }
  | { readonly kind: 'new' }
  /** One record, or several that are edited at once. */
  | { readonly kind: 'records'; readonly ids: readonly EntityId[] }

const IDS = /^\d{1,16}(?:,\d{1,16})*$/

/**
 * Reads the item part of an address: `new`, an id, or ids separated by commas.
 *
 * @throws {AppError} NOT_FOUND for anything else.
 */
export function parseItem(text: string | undefined): Item {
  if (text === undefined) return { kind: 'none' }
  if (text === 'new') return { kind: 'new' }
  const ids = IDS.test(text) ? [...new Set(text.split(',').map(Number))] : []
  if (ids.length === 0 || !ids.every(Number.isSafeInteger)) {
    throw new AppError({
      code: 'NOT_FOUND',
      detail: `expected an id, ids separated by commas, or "new", not ${JSON.stringify(text)}`,
    })
  }
  return { kind: 'records', ids }
}

/** The item as an address names it; undefined for none. */
export function itemText(item: Item): string | undefined {
  if (item.kind === 'none') return undefined
  return item.kind === 'new' ? 'new' : item.ids.join(',')
}
