import { type Field, identifier, type MediaType } from './catalog.ts'

/** A table as SQL; of another schema than the first on the search path: `schema.table`. */
export function tableSql(table: string): string {
  return table.split('.').map(identifier).join('.')
}

/** The columns of a row, as far as `versionSql` needs them to find a version in a subselect of theirs. */
export function rowSql(type: MediaType, alias: string): string {
  return type.versionSource === 'xmin' ? `${alias}.*, ${alias}.xmin` : `${alias}.*`
}

/** The column of a record's id. */
export function keySql(type: MediaType, alias?: string): string {
  const column = type.keyColumn === 'id' ? 'id' : identifier(type.keyColumn)
  return alias === undefined ? column : `${alias}.${column}`
}

/** A record's version: grows with each change, or at least differs after it where the table has no column for it. */
export function versionSql(type: MediaType, alias: string): string {
  if (type.versionSource === 'version') return `${alias}.version`
  if (type.versionSource === 'xmin') return `${alias}.xmin::text::bigint`
  return `(hashtext((${alias}.*)::text)::bigint + 2147483648)`
}

/**
 * The assignment that moves a record's version and changes nothing; null where no column is known to take one, since
 * what the database itself generates, the id often, does not.
 */
export function touchSql(type: MediaType): string | null {
  if (type.versionSource === 'version') return 'version = version + 1'
  const free = [...type.fields.values()].find((field) => field.stored && !field.readOnly)
  if (free === undefined) return null
  const column = identifier(free.column)
  return `${column} = ${column}`
}

/** When a record was added, as Unix time; null where the table does not say. */
export function insertedSql(type: MediaType, alias: string): string {
  if (!type.foreign) return `${alias}.dateins`
  if (type.insertedColumn === null) return 'null::bigint'
  const column = `${alias}.${identifier(type.insertedColumn)}`
  return `case when isfinite(${column}) then extract(epoch from ${column})::bigint end`
}

/** A field's value as its type knows it; `id` and `dateins` included. */
export function columnSql(type: MediaType, field: Field, alias: string): string {
  const system = type.foreign && !type.fields.has(field.name)
  if (system && field.column === 'id') return keySql(type, alias)
  if (system && field.column === 'dateins') return `(${insertedSql(type, alias)})`
  const column = `${alias}.${identifier(field.column)}`
  if (field.columnType === null) return column
  if (isJson(field)) return `to_jsonb(${column})`
  const value = AS_WRITTEN[field.columnType]?.(column) ?? `(${column})`
  return `${value}::${field.type.parameterType}`
}

/** Columns whose cast tells something else than what Postgres writes of their values. */
const AS_WRITTEN: Readonly<Record<string, (column: string) => string>> = {
  // cast to numeric, six or fifteen digits would be left of a float: not all that tell it from its neighbours
  real: (column) => `(${column})::text`,
  'double precision': (column) => `(${column})::text`,
  // as text it has /32 behind it
  inet: (column) => `abbrev(${column})`,
}

/** A field's value as the API shows it. */
export function shownSql(type: MediaType, field: Field, alias: string): string {
  // jsonb would lose what json keeps: the order of members and how numbers were written
  if (isJson(field) && field.columnType !== null) return `${alias}.${identifier(field.column)}`
  const column = columnSql(type, field, alias)
  return field.type.select?.(column) ?? column
}

/** What such a field shows may be kept as anything that Postgres can write as JSON. */
function isJson(field: Field): boolean {
  return field.type.parameterType === 'jsonb'
}

/** A bound value as the field's column takes it. */
export function assignedSql(field: Field, parameter: string): string {
  return field.columnType === null ? parameter : `(${parameter})::${field.columnType}`
}
