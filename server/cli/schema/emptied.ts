/** A JSON value, or null for an object or list without anything in it: they mean the same in metadata. */
export function emptied<T>(value: T): T | null {
  if (typeof value !== 'object' || value === null) return value
  return Object.keys(value).length === 0 ? null : value
}
