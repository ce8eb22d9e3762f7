import type { WhyQuestion } from '../api/explain.ts'

let asked: WhyQuestion | null = null
/** What had the focus, and has it again afterwards. */
let opener: Element | null = null
const listeners = new Set<() => void>()

/** Opens the dialog with the reasons, or closes it. */
export function askWhy(question: WhyQuestion | null): void {
  if (question === null && asked !== null) {
    const before = opener
    // The dialog keeps the focus to itself until it is gone.
    requestAnimationFrame(() => requestAnimationFrame(() => before instanceof HTMLElement && before.focus()))
  }
  if (question !== null) opener = document.activeElement
  asked = question
  for (const listener of listeners) listener()
}

export function askedWhy(): WhyQuestion | null {
  return asked
}

export function onAsked(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
