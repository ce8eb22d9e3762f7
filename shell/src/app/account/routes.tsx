import { type ComponentType, type ReactNode, Suspense } from 'react'
import { lazyPart } from '../../interaction/lazy-part.ts'
import { PageSkeleton } from '../../states/page-skeleton.tsx'

/** Pages that few people open, in files of their own. */
function ownFile(load: () => Promise<ComponentType>, fallback: ReactNode): ComponentType {
  const Page = lazyPart(load)
  return () => (
    <Suspense fallback={fallback}>
      <Page />
    </Suspense>
  )
}

export const Account = ownFile(
  () => import('./account-page.tsx').then((module) => module.AccountPage),
  <PageSkeleton form />,
)
export const Pair = ownFile(
  () => import('./pair-page.tsx').then((module) => module.PairPage),
  <div className="mq-boot" role="status" aria-label="Loading" />,
)
