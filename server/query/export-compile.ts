import { type Catalog, type Field, identifier, literal, type MediaType } from '../catalog/catalog.ts'
import { keySql, tableSql } from '../catalog/sql-names.ts'
import { findRelation } from './bind-entity.ts'
import type { Compiled } from './compile.ts'
import { type EntitySql, entitySql, rowJson, writtenSql } from './compile-entity.ts'
import { type OrderKey, orderKeySql, orderKeys, orderSql } from './compile-order.ts'
import { predicateSql } from './compile-predicate.ts'
import { type ExportPlan, ID_COLUMN, isListColumn } from './export-plan.ts'
import { isFileMember } from './file-members.ts'
import type { Slot } from './plan.ts'
import { SqlWriter } from './sql-writer.ts'
import { findField } from './system-fields.ts'

/** The place that a reading has come to: of each order key, whether the last row holds a value and that value's slot. */
export type Place = readonly { readonly held: boolean; readonly slot: Slot }[]

/** No table of the catalogue can be called so. */
const WINDOW = identifier('ids of the window')

/**
 * Writes the statement that finds the ids of the next rows: none, or a row of the ids separated by commas and the last
 * row's order keys. Null for `after`: from the start.
 */
export function compileWindow(plan: ExportPlan, after: Place | null, limit: Slot, catalog: Catalog): Compiled {
  const sql = new SqlWriter()
  const context = { sql, catalog }
  const type = catalog.mediaTypes.get(plan.type) as MediaType
  const keys = orderKeys(plan.order, type, 'm', context)
  const where = predicateSql(plan.where, type, 'm', context)
  const rest = after === null ? '' : ` and ${afterSql(keys, after, sql)}`
  const named = keys.map((key, index) => `${key.sql} as k${index}`)
  const window = `select ${keySql(type, 'm')} as id, ${named.join(', ')} from ${tableSql(type.table)} m
    where ${where}${rest} order by ${keys.map(orderKeySql).join(', ')} limit ${sql.parameter(limit, 'bigint')}`
  const last = keys.map((_, index) => `w.k${index}::text`)
  const text = `with ${WINDOW} as materialized (${window})
    select (select string_agg(i.id::text, ',') from ${WINDOW} i), ${last.join(', ')} from ${WINDOW} w
    offset (select greatest(count(*) - 1, 0) from ${WINDOW}) limit 1`
  return { text, slots: sql.slots }
}

/** True of the rows after a place. Records without a value come last, so none but their likes come after them. */
function afterSql(keys: readonly OrderKey[], place: Place, sql: SqlWriter): string {
  let condition = 'false'
  for (const [index, { sql: key, type, descending, held: always }] of [...keys.entries()].reverse()) {
    const { held, slot } = place[index] as Place[number]
    if (!held) {
      condition = `(${key} is null and ${condition})`
      continue
    }
    const value = sql.parameter(slot, type)
    const [beyond, from] = descending ? ['<', '<='] : ['>', '>=']
    const tied = `(${key} = ${value} and ${condition})`
    // the comparison that stands alone is one an index can answer
    condition = always
      ? `(${key} ${from} ${value} and (${key} ${beyond} ${value} or ${tied}))`
      : `(${key} ${beyond} ${value} or ${key} is null or ${tied})`
  }
  return condition
}

/** Writes the statement that reads the rows of some ids, as far as they still belong to the export, as texts. */
export function compileBatch(plan: ExportPlan, ids: Slot, catalog: Catalog): Compiled {
  const sql = new SqlWriter()
  const context = { sql, catalog }
  const type = catalog.mediaTypes.get(plan.type) as MediaType
  const entity = entitySql(plan.entity, type, 'm', context)
  const columns = plan.columns?.map((name) => columnText(name, type, entity))
  const where = `${keySql(type, 'm')} = any(${sql.parameter(ids, 'bigint[]')}) and ${predicateSql(plan.where, type, 'm', context)}`
  const rest = `where ${where} order by ${orderSql(plan.order, type, 'm', context)}`
  const from = `from ${tableSql(type.table)} m`
  const text =
    columns === undefined
      ? `select ${rowJson('e', plan.entity.fields)}::text from (select ${entity.columns} ${from}${entity.joins} ${rest}) e`
      : `select ${columns.join(', ')} ${from} ${rest}`
  return { text, slots: sql.slots }
}

/** A column's value in a table: as its field type reads it back from text, a relation as ids. */
function columnText(name: string, type: MediaType, entity: EntitySql): string {
  if (name === ID_COLUMN) return `${keySql(type, 'm')}::text`
  if (isListColumn(type, name)) return listText(entity.valueOf(name))
  if (findRelation(type, name) !== undefined) return `(${entity.valueOf(name)})::text`
  if (isFileMember(type, name)) return `(${entity.valueOf(name)})::text`
  const field = findField(type, name) as Field
  if (field.type.placeholder !== undefined) return literal(field.type.placeholder)
  return writtenSql(type, field, 'm')
}

/** A list with semicolons between; as JSON where they would not tell its names apart. */
function listText(list: string): string {
  return `(select case when bool_or(v like '%;%' or v like '[%') then to_json(array_agg(v order by n))::text
    else string_agg(v, ';' order by n) end from json_array_elements_text(${list}) with ordinality as l(v, n))`
}
