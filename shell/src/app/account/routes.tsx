import { type ComponentType, Suspense } from 'react'
import { lazyPart } from '../../interaction/lazy-part.ts'
import { PageSkeleton } from '../../states/page-skeleton.tsx'

/** Pages inside the layout that few people open, in a file of their own. */
function ownFile(load: () => Promise<ComponentType>): ComponentType {
  const Page = lazyPart(load)
  return () => (
    <Suspense fallback={<PageSkeleton form />}>
      <Page />
    </Suspense>
  )
}

export const Account = ownFile(() => import('./account-page.tsx').then((module) => module.AccountPage))
