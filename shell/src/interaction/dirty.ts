/** Which parts of the page hold unsaved edits; asked before anything that would lose them. */
const dirty = new Set<string>()

export function markDirty(key: string, isDirty: boolean): void {
  if (isDirty) dirty.add(key)
  else dirty.delete(key)
}

export function hasUnsavedEdits(): boolean {
  return dirty.size > 0
}
