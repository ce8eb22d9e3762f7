import type { Catalog, Field, MediaType } from '../catalog/catalog.ts'
import type { Rights } from '../catalog/rights.ts'
import { columnSql, keySql, tableSql } from '../catalog/sql-names.ts'
import type { Database } from '../db/database.ts'
import { readableTypes } from './authorize.ts'
import { type BoundRead, bindRead, mediaType, type ReadOptions } from './bind.ts'
import { orderSql } from './compile-order.ts'
import { predicateSql } from './compile-predicate.ts'
import { parseRead } from './parse.ts'
import type { ReadRequest } from './request.ts'
import { SqlWriter } from './sql-writer.ts'

/** A list query of which only ids are wanted (specification, "Finder"). */
export interface IdQuery {
  readonly mediaType: string
  readonly query: string
  /** `id`, or a to-one field whose values are wanted in its place. */
  readonly field: string
  readonly resultset: 'all' | 'firstOrDefault' | 'lastOrDefault'
}

export interface IdQueryContext {
  readonly catalog: Catalog
  readonly rights: Rights
  readonly reading: ReadOptions
}

const PAGING = ['page', 'pageSize', 'pagesize']

/**
 * Runs such a query in one statement: every match unless the query itself asks for a page. Of a media type that the caller
 * may not read nothing is found [P3], and what it includes or would show changes nothing [X18.a].
 *
 * @throws {AppError} with the query's parameters.
 */
export async function findIds(
  through: Pick<Database, 'read'>,
  query: IdQuery,
  { catalog, rights, reading }: IdQueryContext,
): Promise<readonly number[]> {
  const request = parseRead(query.mediaType, { kind: 'list' }, query.query, reading)
  if (!readableTypes(catalog, rights).includes(query.mediaType)) return []
  const bound = bindRead(rowsOnly(request), catalog, rights, reading)
  const { text, slots } = compileIds(bound, query, catalog)
  const rows = await through.read({ text, values: slots.map((slot) => bound.values[slot]) })
  return rows.map(([id]) => Number(id))
}

function rowsOnly(request: ReadRequest): ReadRequest {
  const own = [...request.sort.byType].filter(([name]) => name === request.mediaType)
  const sort = { main: request.sort.main, byType: new Map(own) }
  return { ...request, hideMeta: true, include: [], fields: null, sort }
}

function compileIds(bound: BoundRead, query: IdQuery, catalog: Catalog) {
  const { plan } = bound
  const type = mediaType(catalog, plan.type)
  const sql = new SqlWriter()
  const context = { sql, catalog }
  const where = predicateSql(plan.where, type, 'm', context)
  const order = orderSql(plan.order, type, 'm', context)
  const skipped = plan.skip === undefined ? '' : ` offset ${sql.parameter(plan.skip.rows, 'bigint')}`
  const given = new URLSearchParams(query.query)
  const page = PAGING.some((name) => given.has(name)) ? ` limit ${plan.limit}${skipped}` : ''
  const matches = `select ${valueSql(type, query.field)} as v, row_number() over (order by ${order}) as n
    from ${tableSql(type.table)} m where ${where} order by ${order}${page}`
  const ends = { all: 'n', firstOrDefault: 'n limit 1', lastOrDefault: 'n desc limit 1' }
  const text = `select v::text from (${matches}) f where v is not null order by ${ends[query.resultset]}`
  return { text, slots: sql.slots }
}

function valueSql(type: MediaType, field: string): string {
  if (field === 'id' || field === '_id') return keySql(type, 'm')
  return columnSql(type, type.fields.get(field) as Field, 'm')
}
