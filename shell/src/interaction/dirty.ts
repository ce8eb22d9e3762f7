import { useSyncExternalStore } from 'react'

/** Which parts of the page hold unsaved edits; asked before anything that would lose them. */
const dirty = new Set<string>()
const listeners = new Set<() => void>()

export function markDirty(key: string, isDirty: boolean): void {
  const before = dirty.size
  if (isDirty) dirty.add(key)
  else dirty.delete(key)
  if (dirty.size !== before) for (const listener of listeners) listener()
}

export function hasUnsavedEdits(): boolean {
  return dirty.size > 0
}

/** Keys of the parts that are dirty. */
export function dirtyKeys(): readonly string[] {
  return [...dirty]
}

export function onDirtyChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether anything on the page is unsaved, followed as it changes. */
export function useUnsavedEdits(): boolean {
  return useSyncExternalStore(onDirtyChange, hasUnsavedEdits)
}
