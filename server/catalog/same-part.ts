import type { MediaType } from './catalog.ts'
import type { ColumnModel, Reference, TableModel } from './table-model.ts'

interface Named {
  readonly id?: number | string | undefined
  readonly name: string
}

/** Parts of two catalogs are the same by their rows, so that they may be renamed; by their names where one has no row. */
function samePart(a: Named, b: Named): boolean {
  return a.id !== undefined && b.id !== undefined ? a.id === b.id : a.name === b.name
}

export const sameType = (a: MediaType, b: MediaType): boolean => samePart(a, b)
export const sameColumn = (a: ColumnModel, b: ColumnModel): boolean => samePart(a, b)

export function sameTarget(a: Reference, b: Reference): boolean {
  return sameType(a.target, b.target)
}

/** A joining table is the same only between the same media types: its pairs say nothing of others. */
export function sameTable(a: TableModel, b: TableModel): boolean {
  if (a.kind !== b.kind || !samePart(a, b)) return false
  return a.ends.every((end, index) => sameType(end, b.ends[index] as MediaType))
}
