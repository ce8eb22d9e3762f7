import { type Field, identifier, type MediaType, type Relation } from './catalog.ts'
import { assignedSql, columnSql, insertedSql, keySql, tableSql, versionSql } from './sql-names.ts'

/**
 * A statement that reads no row and fails where a table that Marquee does not make is not what the metadata says of it.
 */
export interface Reading {
  readonly statement: string
  /** What is read: the media type's own columns, one of its fields, one of its joining tables. */
  readonly of: { readonly field: Field } | { readonly relation: Relation } | null
}

/** All that is read of a foreign media type, part by part. */
export function readingsOf(type: MediaType): readonly Reading[] {
  const from = `from ${tableSql(type.table)} m limit 0`
  const version = versionSql(type, 'm')
  const own = [number(keySql(type, 'm')), number(version), insertedSql(type, 'm')]
  const stored = [...type.fields.values()].filter((field) => field.stored)
  const joining = [...type.relations.values()].filter(({ via, owned }) => owned && via.kind === 'link')
  return [
    { of: null, statement: `select ${own.join(', ')} ${from}` },
    ...stored.map((field) => ({ of: { field }, statement: `select ${fieldReading(type, field)} ${from}` })),
    ...joining.map((relation) => ({ of: { relation }, statement: joinReading(relation) })),
  ]
}

/** The same in one statement. */
export function readingOf(type: MediaType): string {
  return `select ${readingsOf(type)
    .map(({ statement }) => `exists (${statement})`)
    .join(', ')}`
}

/** What is compared with a number must be one; a cast would fail on values only, which are not asked for. */
function number(column: string): string {
  return `${column} = null::bigint`
}

function fieldReading(type: MediaType, field: Field): string {
  const { parameterType } = field.type
  const read = `${columnSql(type, field, 'm')} is not distinct from null::${parameterType}`
  if (field.columnType === null || field.readOnly) return read
  return `${read}, ${assignedSql(field, `null::${parameterType}`)}`
}

function joinReading({ via }: Relation): string {
  if (via.kind !== 'link') throw new Error('expected a joining table')
  const order = via.orderColumn === null ? [] : [`j.${identifier(via.orderColumn)}`]
  const ends = [via.fromColumn, via.toColumn].map((column) => number(`j.${identifier(column)}`))
  return `select ${[...ends, ...order].join(', ')} from ${tableSql(via.table)} j limit 0`
}
