import type { BoundColumn, BoundWrite } from '../write/bind-write.ts'

/** What a write says of a field; undefined: nothing. */
export function written(write: BoundWrite | null, field: string): BoundColumn | undefined {
  return write?.columns.find((column) => column.field.name === field)
}

/** The values of a write by field. */
export function valuesOf(write: BoundWrite | null): Readonly<Record<string, unknown>> {
  return Object.fromEntries((write?.columns ?? []).map(({ field, value }) => [field.name, value]))
}
