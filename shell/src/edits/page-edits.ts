import { createContext, use, useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import type { Editor } from './editor.ts'

/** The editors of one page, by their component's key. */
export interface PageEdits {
  readonly editors: () => readonly Editor[]
  /** Sums that a save bar shows; a new object only when they change. */
  readonly sums: () => EditSums
  readonly subscribe: (listener: () => void) => () => void
  readonly put: (editor: Editor) => void
  readonly remove: (key: string) => void
}

export interface EditSums {
  readonly changes: number
  readonly problems: number
}

const NOTHING: EditSums = { changes: 0, problems: 0 }

export function createPageEdits(): PageEdits {
  const editors = new Map<string, Editor>()
  const listeners = new Set<() => void>()
  let sums = NOTHING
  const tell = (): void => {
    const all = [...editors.values()]
    const changes = all.reduce((sum, editor) => sum + editor.changes, 0)
    const problems = all.reduce((sum, editor) => sum + editor.problems, 0)
    if (changes === sums.changes && problems === sums.problems) return
    sums = { changes, problems }
    for (const listener of listeners) listener()
  }
  return {
    editors: () => [...editors.values()],
    sums: () => sums,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    put: (editor) => {
      editors.set(editor.key, editor)
      tell()
    },
    remove: (key) => {
      editors.delete(key)
      tell()
    },
  }
}

export const PageEditsContext = createContext<PageEdits | null>(null)

export function usePageEdits(): PageEdits {
  const edits = use(PageEditsContext)
  if (!edits) throw new Error('usePageEdits stands outside a page')
  return edits
}

/** Makes the component's edits part of its page's save, for as long as it is mounted; null: it has none to save. */
export function useEditor(editor: Editor | null): void {
  const edits = usePageEdits()
  const key = editor?.key
  useLayoutEffect(() => {
    if (editor !== null) edits.put(editor)
  })
  useEffect(() => {
    if (key === undefined) return
    return () => edits.remove(key)
  }, [edits, key])
}

export function useEditSums(): EditSums {
  const edits = usePageEdits()
  return useSyncExternalStore(edits.subscribe, edits.sums)
}
