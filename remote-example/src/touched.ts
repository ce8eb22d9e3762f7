import type { RecordData } from '@marquee/remote'

/** What the user changed, by field. A field that is not in it stays as it is in every record. */
export type Touched = Readonly<Record<string, unknown>>

/** What a field shows: what the user chose, else what all records have; undefined where they differ. */
export function shownValue(data: RecordData, touched: Touched, field: string): unknown {
  return Object.hasOwn(touched, field) ? touched[field] : data.values[field]
}

/** Several records have different values there. */
export function isMixed({ values, records }: RecordData, touched: Touched, field: string): boolean {
  return records !== undefined && !Object.hasOwn(values, field) && !Object.hasOwn(touched, field)
}
