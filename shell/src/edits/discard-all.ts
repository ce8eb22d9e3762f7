import { flushSync } from 'react-dom'
import type { Question } from '../interaction/confirm.tsx'
import { showToast } from '../interaction/toasts.tsx'
import type { PageEdits } from './page-edits.ts'

const DISCARD: Question = {
  title: 'Discard all changes?',
  text: 'Everything on this page goes back to the saved version.',
  yes: 'Discard',
  no: 'Keep editing',
}

/** Discards all that is edited on a page after asking, and offers to put it back. @param forgetAttempt a save that may not have arrived is not repeated. */
export async function discardAll(
  edits: PageEdits,
  confirm: (question: Question) => Promise<boolean>,
  forgetAttempt: () => () => void,
): Promise<void> {
  if (!(await confirm(DISCARD))) return
  const undo = [forgetAttempt()]
  flushSync(() => {
    for (const editor of edits.editors()) if (editor.changes > 0) undo.push(editor.discard())
  })
  const putBack = () => {
    for (const one of undo) one()
  }
  showToast({ text: 'Changes discarded', action: { label: 'Undo', run: putBack } })
}
