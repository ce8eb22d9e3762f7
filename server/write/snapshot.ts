import { parseValues } from '../../shared/exact-json.ts'
import { type Catalog, type Field, identifier, literal, type MediaType } from '../catalog/catalog.ts'
import type { Rights } from '../catalog/rights.ts'
import { columnSql, keySql, shownSql, tableSql, versionSql } from '../catalog/sql-names.ts'
import type { Transaction } from '../db/database.ts'
import { authority } from '../query/authorize.ts'
import { rowJson } from '../query/compile-entity.ts'
import { predicateSql } from '../query/compile-predicate.ts'
import { type Grant, Values } from '../query/plan.ts'
import { SqlWriter } from '../query/sql-writer.ts'

/** A record's own values at one moment, as the API shows them. */
export interface Snapshot {
  readonly id: number
  readonly version: number
  readonly values: Readonly<Record<string, unknown>>
  /** What the caller may do with it. */
  readonly writable: boolean
  readonly deletable: boolean
}

/**
 * Reads the records with the given ids that the caller may see [P3], locking them in the order of their ids when asked.
 */
export async function snapshots(
  tx: Transaction,
  type: MediaType,
  ids: readonly number[],
  context: { readonly catalog: Catalog; readonly rights: Rights },
  lock = false,
): Promise<ReadonlyMap<number, Snapshot>> {
  const values = new Values()
  const sql = new SqlWriter()
  const own = authority(context.catalog, context.rights, values)
  const compile = { sql, catalog: context.catalog }
  const { write, delete: remove } = own.permissions(type.name)
  const grant = (each: Grant): string =>
    typeof each === 'boolean'
      ? String(each)
      : `coalesce(${predicateSql({ kind: 'source', ...each }, type, 'm', compile)}, false)`
  const visible = predicateSql(own.visible(type.name), type, 'm', compile)
  const key = keySql(type, 'm')
  const columns = [key, versionSql(type, 'm'), valuesSql(type, 'm'), grant(write), grant(remove)]
  const listed = sql.parameter(values.add(ids), 'bigint[]')
  const text = `select ${columns.map((column) => `(${column})::text`).join(', ')} from ${tableSql(type.table)} m
    where ${key} = any(${listed}) and ${visible} order by ${key}${lock ? ' for update of m' : ''}`
  const rows = await tx.read({ text, values: sql.slots.map((slot) => values.list[slot]) })
  return new Map(
    rows.map(([id, version, json, writable, deletable]) => [
      Number(id),
      {
        id: Number(id),
        version: Number(version),
        values: parseValues(json ?? '{}'),
        writable: writable === 'true',
        deletable: deletable === 'true',
      },
    ]),
  )
}

/** An object of the record's columns; to-one relations as ids. */
function valuesSql(type: MediaType, alias: string): string {
  const fields = [...type.fields.values()].filter((field) => field.stored)
  if (fields.length === 0) return `'{}'`
  const columns = fields.map((field) => `${valueSql(type, field, alias)} as ${identifier(field.name)}`)
  const names = fields.map((field) => field.name)
  return `select ${rowJson('o', names)} from (select ${columns.join(', ')}) o`
}

function valueSql(type: MediaType, field: Field, alias: string): string {
  if (field.type.placeholder !== undefined) {
    return `case when ${alias}.${identifier(field.column)} is null then null else ${literal(field.type.placeholder)} end`
  }
  return field.relation === null ? shownSql(type, field, alias) : columnSql(type, field, alias)
}
