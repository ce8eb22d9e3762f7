import { createContext, use, useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import type { Editor } from './editor.ts'

/** The editors of one page, by their component's key, and what their page can do with them. */
export interface PageEdits {
  readonly editors: () => readonly Editor[]
  /** Sums that a save bar shows; a new object only when they change. */
  readonly sums: () => EditSums
  readonly subscribe: (listener: () => void) => () => void
  readonly put: (editor: Editor) => void
  readonly remove: (key: string) => void
  /** Nothing is saved until the function given back is called: something else is under way with the record. */
  readonly block: () => () => void
  /** Brings the component into view, on whichever tab of the page it stands. */
  readonly reveal: (key: string) => void
  readonly onReveal: (listener: (key: string) => void) => () => void
  /** Which component alone is in sight, on a page of tabs; null: all are. */
  readonly setInSight: (key: string | null) => void
  /** The save bar's place for a component's own actions; null while there is no bar. */
  readonly slot: () => HTMLElement | null
  readonly setSlot: (slot: HTMLElement | null) => void
  /** The component has actions for the bar, until the function given back is called. */
  readonly addActions: (key: string) => () => void
  /** What the page's saving does; nothing while it is not loaded. */
  readonly commands: { current: PageCommands }
  /** True once the page is left on purpose: unsaved edits are not asked about any more. */
  readonly leaving: { current: boolean }
}

export interface PageCommands {
  readonly save: () => void
  /** Puts the page as it is now beneath the user's edits, asking where both changed; false: it was not to be had. */
  readonly showNewest: () => Promise<boolean>
}

export interface EditSums {
  readonly changes: number
  readonly problems: number
  /** Of each editor, by its component's key. */
  readonly parts: ReadonlyMap<string, PartSums>
  /** Keys of components with actions for the bar. */
  readonly actions: ReadonlySet<string>
  readonly blocked: boolean
  readonly inSight: string | null
}

export interface PartSums {
  readonly title: string
  readonly changes: number
  readonly problems: number
}

const NOTHING: EditSums = {
  changes: 0,
  problems: 0,
  parts: new Map(),
  actions: new Set(),
  blocked: false,
  inSight: null,
}
const NO_COMMANDS: PageCommands = { save: () => undefined, showNewest: () => Promise.resolve(false) }

export function createPageEdits(): PageEdits {
  const editors = new Map<string, Editor>()
  const listeners = new Set<() => void>()
  const revealers = new Set<(key: string) => void>()
  const actions = new Set<string>()
  let blocks = 0
  let inSight: string | null = null
  let slot: HTMLElement | null = null
  let sums = NOTHING
  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  const sumUp = (): void => {
    const now = { ...sumsOf([...editors.values()]), actions: new Set(actions), blocked: blocks > 0, inSight }
    if (sameSums(sums, now)) return
    sums = now
    tell()
  }
  return {
    editors: () => [...editors.values()],
    sums: () => sums,
    subscribe: (listener) => added(listeners, listener),
    put: (editor) => {
      editors.set(editor.key, editor)
      sumUp()
    },
    remove: (key) => {
      editors.delete(key)
      sumUp()
    },
    block: () => {
      blocks += 1
      sumUp()
      return once(() => {
        blocks -= 1
        sumUp()
      })
    },
    addActions: (key) => {
      actions.add(key)
      sumUp()
      return () => {
        actions.delete(key)
        sumUp()
      }
    },
    setInSight: (key) => {
      inSight = key
      sumUp()
    },
    reveal: (key) => {
      for (const revealer of revealers) revealer(key)
    },
    onReveal: (listener) => added(revealers, listener),
    slot: () => slot,
    setSlot: (element) => {
      slot = element
      tell()
    },
    commands: { current: NO_COMMANDS },
    leaving: { current: false },
  }
}

function added<T>(set: Set<T>, one: T): () => void {
  set.add(one)
  return () => set.delete(one)
}

function once(run: () => void): () => void {
  let done = false
  return () => {
    if (!done) run()
    done = true
  }
}

function sumsOf(editors: readonly Editor[]): Pick<EditSums, 'changes' | 'problems' | 'parts'> {
  return {
    changes: editors.reduce((sum, editor) => sum + editor.changes, 0),
    problems: editors.reduce((sum, editor) => sum + editor.problems, 0),
    parts: new Map(editors.map(({ key, title, changes, problems }) => [key, { title, changes, problems }])),
  }
}

function sameSums(one: EditSums, other: EditSums): boolean {
  if (one.blocked !== other.blocked || one.inSight !== other.inSight) return false
  if (one.actions.size !== other.actions.size || [...one.actions].some((key) => !other.actions.has(key))) return false
  if (one.parts.size !== other.parts.size) return false
  return [...one.parts].every(([key, part]) => {
    const now = other.parts.get(key)
    return now?.title === part.title && now.changes === part.changes && now.problems === part.problems
  })
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
  return useSyncExternalStore(edits.subscribe, edits.sums, edits.sums)
}
