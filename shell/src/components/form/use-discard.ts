import { App } from 'antd'
import { createElement } from 'react'
import { DiscardedToast } from './discarded-toast.tsx'
import { discard, type FormState, restore } from './form-state.ts'
import type { Change } from './use-save.ts'

/** Seconds during which a discard can be taken back. */
const UNDO = 10

/** Discards all edits after asking, and offers to put them back. */
export function useDiscard(state: FormState, change: (change: Change) => void): () => void {
  const { modal, message } = App.useApp()
  return () => {
    const discarded = state
    const run = () => {
      change(discard)
      const key = 'discarded'
      const undo = () => {
        message.destroy(key)
        change((current) => restore(current, discarded))
      }
      void message.open({ key, type: 'info', duration: UNDO, content: createElement(DiscardedToast, { onUndo: undo }) })
    }
    modal.confirm({
      title: 'Discard all changes?',
      content: 'The fields go back to the saved version.',
      okText: 'Discard',
      okButtonProps: { danger: true },
      cancelText: 'Keep editing',
      onOk: run,
    })
  }
}
