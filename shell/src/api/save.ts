import type { PageResponse } from '../../../shared/page.ts'
import type { PageSave } from '../../../shared/page-save.ts'
import { request } from './client.ts'
import { pagePath } from './display.ts'

export interface SaveRequest {
  readonly pageKey: string
  /** `new`, an id, or ids separated by commas. */
  readonly itemId: string
  readonly body: PageSave
  /** What is sent again under the same key is done once (`Idempotency-Key`). */
  readonly idempotencyKey: string
  /** Of the page's address, so that the fresh page is the one that is shown. */
  readonly query: string
  /** The user knows which data a change of metadata destroys. */
  readonly confirmLoss: boolean
}

/** Saves all that is edited on a page in one transaction. @returns the page as it is now; undefined: the caller may see it no more. */
export function savePage({
  pageKey,
  itemId,
  body,
  idempotencyKey,
  query,
  confirmLoss,
}: SaveRequest): Promise<PageResponse | undefined> {
  const params = new URLSearchParams(query)
  if (confirmLoss) params.set('confirmLoss', 'true')
  const text = params.toString()
  return request(`/api/v2/save/${pagePath(pageKey, itemId)}${text === '' ? '' : `?${text}`}`, {
    method: 'POST',
    body,
    headers: { 'idempotency-key': idempotencyKey },
  })
}
