import { Suspense } from 'react'
import { lazyPart } from '../interaction/lazy-part.ts'
import { PageSkeleton } from '../states/page-skeleton.tsx'

const Page = lazyPart(() => import('./bundles-page.tsx').then((module) => module.BundlesPage))

export function Bundles() {
  return (
    <Suspense fallback={<PageSkeleton form />}>
      <Page />
    </Suspense>
  )
}
