import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { usePageEdits } from './page-edits.ts'

interface BarActionsProps {
  readonly componentKey: string
  readonly children: ReactNode
}

/** What else can be done with a component's record, shown in the page's save bar. */
export function BarActions({ componentKey, children }: BarActionsProps) {
  const edits = usePageEdits()
  const slot = useSyncExternalStore(edits.subscribe, edits.slot, edits.slot)
  useEffect(() => edits.addActions(componentKey), [edits, componentKey])
  return slot && createPortal(children, slot)
}
