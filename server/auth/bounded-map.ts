/** A map that forgets what was set longest ago once it is full, so that no input makes memory grow without end. */
export interface BoundedMap<V> {
  readonly get: (key: string) => V | undefined
  readonly set: (key: string, value: V) => void
  readonly delete: (key: string) => void
  readonly clear: () => void
  readonly size: () => number
}

export function boundedMap<V>(capacity: number): BoundedMap<V> {
  const entries = new Map<string, V>()
  return {
    get: (key) => entries.get(key),
    set: (key, value) => {
      entries.delete(key)
      entries.set(key, value)
      if (entries.size <= capacity) return
      for (const oldest of entries.keys()) {
        entries.delete(oldest)
        break
      }
    },
    delete: (key) => {
      entries.delete(key)
    },
    clear: () => entries.clear(),
    size: () => entries.size,
  }
}
