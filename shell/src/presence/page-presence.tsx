import { type ComponentType, lazy, Suspense } from 'react'
import type { PageResponse } from '../../../shared/page.ts'
import type { PresencePlace } from '../api/concurrency.ts'

/** Nobody misses it: where the file cannot be had, the page does without. */
const RecordPresence = lazy<ComponentType<PresencePlace>>(() =>
  import('./record-presence.tsx').then(
    (module) => ({ default: module.RecordPresence }),
    () => ({ default: () => null }),
  ),
)

/** Who else is on the record, on a page that shows one that is saved. */
export function PagePresence({ page }: { readonly page: Pick<PageResponse, 'pageKey' | 'configuration'> }) {
  const { itemId, mediaType } = page.configuration
  if (mediaType === undefined || itemId === undefined || !/^\d+$/.test(itemId)) return null
  return (
    <Suspense fallback={null}>
      <RecordPresence pageKey={page.pageKey} mediaType={mediaType} recordId={Number(itemId)} />
    </Suspense>
  )
}
