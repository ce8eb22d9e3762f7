import type { FieldSchema } from '../../../../shared/page.ts'

/** Nothing there: to the user a blank text, no choice and an empty list are alike. */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  return Array.isArray(value) && value.length === 0
}

/** Whether two values of a field mean the same; the order of an unordered relation does not count. */
export function sameValue(field: Pick<FieldSchema, 'multiple' | 'ordered'>, left: unknown, right: unknown): boolean {
  if (isEmpty(left) && isEmpty(right)) return true
  if (field.multiple && !field.ordered && Array.isArray(left) && Array.isArray(right)) {
    const other = new Set<unknown>(right)
    return left.length === right.length && left.every((item) => other.has(item))
  }
  return deepEqual(left, right)
}

export function deepEqual(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  if (Array.isArray(left) !== Array.isArray(right)) return false
  const a = left as Record<string, unknown>
  const b = right as Record<string, unknown>
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && deepEqual(a[key], b[key]))
  )
}
