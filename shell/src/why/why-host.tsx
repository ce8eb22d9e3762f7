import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { lazyPart } from '../interaction/lazy-part.ts'
import { askedWhy, askWhy, onAsked } from './asked.ts'

const WhyDialog = lazyPart(() => import('./why-dialog.tsx').then((module) => module.WhyDialog))

/** Where the reasons are shown, whoever asks for them; they are gone with the page they were asked on. */
export function WhyHost() {
  const question = useSyncExternalStore(onAsked, askedWhy)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page anew.
  useEffect(() => () => askWhy(null), [pathname])
  if (question === null) return null
  return (
    <Suspense fallback={null}>
      <WhyDialog question={question} onClose={() => askWhy(null)} />
    </Suspense>
  )
}
