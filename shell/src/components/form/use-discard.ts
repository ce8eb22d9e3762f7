import { useConfirm } from '../../interaction/confirm.tsx'
import { showToast } from '../../interaction/toasts.tsx'
import { discard, type FormState, restore } from './form-state.ts'
import type { Change } from './use-save.ts'

const DISCARD = {
  title: 'Discard all changes?',
  text: 'The fields go back to the saved version.',
  yes: 'Discard',
  no: 'Keep editing',
}

/** Discards all edits after asking, and offers to put them back. */
export function useDiscard(state: FormState, change: (change: Change) => void): () => Promise<void> {
  const confirm = useConfirm()
  return async () => {
    const discarded = state
    if (!(await confirm(DISCARD))) return
    change(discard)
    showToast({
      text: 'Changes discarded',
      action: { label: 'Undo', run: () => change((now) => restore(now, discarded)) },
    })
  }
}
