import type { MetadataRows } from '../catalog/build.ts'
import type { NamesNow } from '../catalog/filter-names.ts'
import { directions } from '../catalog/relations.ts'

type Changes = ReadonlyMap<string, string | null>

/** Old names to new ones; null: what had the name is gone. */
export interface NameChanges {
  readonly types: Changes
  readonly pages: Changes
  /** By the present name of the media type; old names to new ones. */
  readonly fieldsOf: (mediaType: string | null) => Changes
  /** The same of the names of columns. */
  readonly columnsOf: (mediaType: string | null) => Changes
}

/** What was renamed and removed between two states of the metadata. */
export function nameChanges(before: MetadataRows, after: MetadataRows): NameChanges {
  const typeIds = new Map(before.mediaTypes.map(({ name, id }) => [name, id]))
  const types = new Map(after.mediaTypes.map(({ id, name }) => [id, name]))
  const present = new Map(after.fields.map((row) => [row.id, row]))
  const fields = new Map<string, Map<string, string | null>>()
  const columns = new Map<string, Map<string, string | null>>()
  for (const row of before.fields) {
    const type = types.get(typeIds.get(row.mediatype) ?? 0)
    if (type === undefined) continue
    const now = present.get(row.id)
    // a field that was moved to another media type is gone from this one
    const name = now?.mediatype === type ? now.name : null
    if (name === row.name) continue
    note(fields, type, row.name, name)
    const column = row.column_name ?? row.name
    if (name === null) note(columns, type, column, null)
    else if (column === row.name) note(columns, type, column, name)
  }
  return {
    types: changed(before.mediaTypes, after.mediaTypes, (row) => row.name),
    pages: changed(before.pages, after.pages, (row) => row.page_key),
    fieldsOf: (type) => fields.get(type ?? '') ?? NONE,
    columnsOf: (type) => columns.get(type ?? '') ?? NONE,
  }
}

/** What a media type was called before that has a name now. */
export function formerName(mediaType: string | null, { types }: NameChanges): string | null {
  return [...types].find(([, now]) => now !== null && now === mediaType)?.[0] ?? mediaType
}

/**
 * The fields of a media type by their present names, and those of what they refer to.
 *
 * @param mediaType by its name before.
 */
export function namesNow(mediaType: string | null, before: MetadataRows, names: NameChanges): NamesNow {
  const { types, fieldsOf } = names
  const fields = fieldsOf(types.get(mediaType ?? '') ?? mediaType)
  return {
    field: (name) => (fields.has(name) ? (fields.get(name) ?? null) : name),
    related: (name) => {
      const relation = before.relateds
        .flatMap((row) => directions(row, before.fields))
        .find(({ from, field }) => from === mediaType && field === name)
      return relation === undefined ? null : namesNow(relation.to, before, names)
    },
  }
}

const NONE: Changes = new Map()

function note(into: Map<string, Map<string, string | null>>, type: string, from: string, to: string | null): void {
  const own = into.get(type) ?? new Map<string, string | null>()
  into.set(type, own.set(from, to))
}

function changed<R extends { readonly id: number }>(
  before: readonly R[],
  after: readonly R[],
  nameOf: (row: R) => string,
): Changes {
  const now = new Map(after.map((row) => [row.id, nameOf(row)]))
  const pairs = before.map((row) => [nameOf(row), now.get(row.id) ?? null] as const)
  return new Map(pairs.filter(([was, is]) => was !== is))
}
