/** A named list without duplicates: the shape of every seam. */
export interface Registry<T> {
  readonly get: (name: string) => T | undefined
  readonly names: readonly string[]
  readonly all: readonly T[]
}

/** @throws when two entries have one name: a fault in the program, found at start. */
export function registry<T extends { readonly name: string }>(kind: string, entries: readonly T[]): Registry<T> {
  const byName = new Map<string, T>()
  for (const entry of entries) {
    if (byName.has(entry.name)) throw new Error(`two ${kind} registrations are named ${entry.name}`)
    byName.set(entry.name, entry)
  }
  return { get: (name) => byName.get(name), names: [...byName.keys()], all: entries }
}
