import { type BoundPlan, isIdTarget, type ValueColumn } from './bound-plan.ts'
import type { FileRow } from './file-row.ts'
import { isNothing } from './file-value.ts'
import { canonical, readNames, readValue } from './read-value.ts'

/** A row whose values are read by the fields they are for. */
export interface PreparedRow {
  readonly row: FileRow
  /** Id of the record it is for, where records are recognised by it. */
  readonly id: number | null
  /** Parameters by the place of the column in `plan.values`; undefined: the row says nothing of it. */
  readonly values: readonly unknown[]
  /** Names by the place of the column in `plan.relations`; null: the row says nothing of it. */
  readonly names: readonly (readonly unknown[] | null)[]
  /** What it is recognised by, as text that is equal for equal records. */
  readonly keyText: string
  /** Names that stood twice in one list. */
  readonly repeated: number
}

/** How a file is to be read. */
export interface Reading {
  /** Every value is text. */
  readonly written: boolean
  /** What stands between names in a text. */
  readonly separator: string
}

/** Reads a row's values; gives all that is wrong with them instead, where anything is. */
export function prepareRow(row: FileRow, plan: BoundPlan, reading: Reading): PreparedRow | readonly string[] {
  const reasons: string[] = []
  const values = plan.values.map((each) => fieldValue(row, each, plan, reading, reasons))
  const names = plan.relations.map((each) => {
    const given = memberOf(row, each.column)
    if (given === undefined && plan.key !== null) return null
    const read = readNames(given, each.target.field, {
      many: each.many,
      separator: reading.written ? reading.separator : null,
    })
    if ('expected' in read) {
      reasons.push(`${each.column}: expected ${isIdTarget(each.target) ? 'ids of records' : read.expected}`)
      return { values: [], repeated: 0 }
    }
    if (each.field.required && read.values.length === 0) reasons.push(`${each.column}: is required`)
    return read
  })
  const id = plan.idColumn === null ? null : idOf(row, plan.idColumn, reasons)
  if (reasons.length > 0) return reasons
  const lists = names.map((each) => each?.values ?? null)
  const keyText = id === null ? keyTextOf(values, lists, plan) : String(id)
  if (keyText === null) return [`no value for the key ${[...(plan.key ?? [])].join(', ')}`]
  const repeated = names.reduce((sum, each) => sum + (each?.repeated ?? 0), 0)
  return { row, id, values, names: lists, keyText, repeated }
}

export function isPrepared(row: PreparedRow | readonly string[]): row is PreparedRow {
  return !Array.isArray(row)
}

function memberOf({ values }: FileRow, column: string): unknown {
  return Object.hasOwn(values, column) ? values[column] : undefined
}

/**
 * A required field without a value has its default. Where a record is recognised by some fields alone, the row then
 * says nothing of it, so that what the record has meanwhile stays.
 */
function fieldValue(
  row: FileRow,
  { column, field, style }: ValueColumn,
  plan: BoundPlan,
  { written }: Reading,
  reasons: string[],
): unknown {
  const given = memberOf(row, column)
  if (given === undefined && plan.key !== null && !plan.key.has(field.name)) return undefined
  // an export shows that there is a secret, and not which
  if (given !== undefined && given === field.type.placeholder) return undefined
  const plain = written && style !== null && typeof given === 'string' ? style.plain(given.trim()) : null
  const read = readValue(plain ?? given, field, written)
  if (!read.ok) {
    reasons.push(`${column}: expected ${read.expected}`)
    return null
  }
  const missing = read.value === null || read.value === ''
  if (!missing || !field.required) return read.value
  if (isNothing(field.defaultValue)) reasons.push(`${column}: is required`)
  else if (plan.key === null) {
    const initial = field.type.parseJson(field.defaultValue, field)
    return initial.ok ? initial.value : null
  }
  return undefined
}

function idOf(row: FileRow, column: string, reasons: string[]): number | null {
  const given = memberOf(row, column)
  const id = typeof given === 'string' && /^\d{1,15}$/.test(given.trim()) ? Number(given) : given
  if (typeof id === 'number' && Number.isSafeInteger(id) && id > 0) return id
  reasons.push(`${column}: expected the id of a record`)
  return null
}

/** Null where every part of the key is empty: nothing could be recognised by it. */
function keyTextOf(values: readonly unknown[], names: PreparedRow['names'], plan: BoundPlan): string | null {
  const { key } = plan
  const parts = [
    ...plan.values.map(({ field }, index) =>
      key?.has(field.name) === false ? undefined : canonical(values[index] ?? null, field),
    ),
    ...plan.relations.map(({ field }, index) =>
      key?.has(field.name) === false ? undefined : (names[index] ?? []).map(String),
    ),
  ].filter((part) => part !== undefined)
  const empty = parts.every((part) => part === null || part === '' || (Array.isArray(part) && part.length === 0))
  return empty && key !== null ? null : JSON.stringify(parts)
}
