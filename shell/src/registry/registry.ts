/** A frozen look-up by name that never answers for names inherited from `Object.prototype`. */
export interface Registry<T> {
  get(name: string): T | undefined
  names(): readonly string[]
}

/** @throws Error when two entries share a name. */
export function createRegistry<T>(entries: readonly (readonly [name: string, entry: T])[]): Registry<T> {
  const byName = new Map<string, T>()
  for (const [name, entry] of entries) {
    if (byName.has(name)) throw new Error(`"${name}" is registered twice`)
    byName.set(name, entry)
  }
  return { get: (name) => byName.get(name), names: () => [...byName.keys()] }
}
