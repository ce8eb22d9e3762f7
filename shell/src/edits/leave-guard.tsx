import { Suspense, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '../interaction/confirm.tsx'
import { isOtherPage } from '../routing/links.ts'

const LEAVE = {
  title: 'Leave without saving?',
  text: 'The changes on this page are not saved yet.',
  yes: 'Leave without saving',
  no: 'Stay',
}

interface LeaveGuardProps {
  /** Something is unsaved, by whichever part of the page. */
  readonly dirty: boolean
  /** True once the page is left on purpose. */
  readonly leaving: { readonly current: boolean }
}

/** Asks before unsaved edits are left behind, within the application and when the tab closes. */
export function LeaveGuard({ dirty, leaving }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && !leaving.current && isOtherPage(currentLocation, nextLocation),
  )
  useEffect(() => {
    if (!dirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [dirty])
  if (blocker.state !== 'blocked') return null
  return (
    <Suspense fallback={null}>
      <ConfirmDialog question={LEAVE} onAnswer={(leave) => (leave ? blocker.proceed() : blocker.reset())} />
    </Suspense>
  )
}
