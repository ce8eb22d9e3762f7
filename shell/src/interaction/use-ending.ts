import { useState } from 'react'
import { type Question, useConfirm } from './confirm.tsx'
import { showToast } from './toasts.tsx'

/** Asks before something ends, ends it, and says so; `busy` while that is under way. */
export function useEnding(changed: () => void) {
  const confirm = useConfirm()
  const [busy, setBusy] = useState(false)
  const end = async (question: Question, done: string, work: () => Promise<void>): Promise<void> => {
    if (!(await confirm(question))) return
    setBusy(true)
    try {
      await work()
      showToast({ text: done })
    } catch (error) {
      showToast({ text: error instanceof Error ? error.message : 'That did not work.', tone: 'error' })
    } finally {
      setBusy(false)
      changed()
    }
  }
  return { busy, end }
}
