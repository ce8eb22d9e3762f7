import { type Field, identifier, type MediaType, type Relation } from '../catalog/catalog.ts'
import { columnSql, keySql, tableSql } from '../catalog/sql-names.ts'
import type { Database } from '../db/database.ts'
import { parameterText } from '../db/parameters.ts'
import type { BoundPlan } from './bound-plan.ts'
import type { PreparedRow } from './prepared-row.ts'

/** A row with the ids of the records it names, by the place of the relation in the plan; null: it says nothing of it. */
export interface ResolvedRow extends PreparedRow {
  readonly ids: readonly (readonly number[] | null)[]
}

/** A record that a row may be for. */
export interface Candidate {
  readonly id: number
  /** Fields of which the record has another value than the row. */
  readonly differing: ReadonlySet<string>
}

/** Finds the records with the key of each row, in the order of their ids: one statement for all rows. */
export async function findCandidates(
  database: Pick<Database, 'read'>,
  rows: readonly ResolvedRow[],
  plan: BoundPlan,
): Promise<readonly (readonly Candidate[])[]> {
  const found = rows.map((): Candidate[] => [])
  const columns = comparedColumns(plan)
  const anchor = anchorOf(columns, plan)
  for (const empty of [false, true]) {
    const some = rows.flatMap((row, index) =>
      (anchor !== null && anchor.value(row) === null) === empty ? [index] : [],
    )
    if (some.length === 0) continue
    const given = some.map((index) => recordOf(index, rows[index] as ResolvedRow, columns, plan))
    const text = matchText(columns, plan, anchor, empty)
    for (const [n, id, ...rest] of await database.read({ text, values: [JSON.stringify(given)] })) {
      const row = rows[Number(n)] as ResolvedRow
      const differing = differences(row, rest, columns, plan)
      const alike = plan.key !== null || ![...plan.relations].some(({ field }) => differing.has(field.name))
      if (alike) found[Number(n)]?.push({ id: Number(id), differing })
    }
  }
  return found
}

/** A column of the record that a row has a value for. */
interface Compared {
  readonly field: Field
  readonly isKey: boolean
  readonly value: (row: ResolvedRow) => unknown
}

function comparedColumns({ values, relations, key }: BoundPlan): readonly Compared[] {
  const isKey = (field: Field): boolean => key === null || key.has(field.name)
  return [
    ...values.map(({ field }, index) => ({
      field,
      isKey: isKey(field),
      value: (row: ResolvedRow) => row.values[index] ?? null,
    })),
    ...relations.flatMap(({ field, relation }, index) =>
      relation.via.kind === 'column'
        ? [{ field, isKey: isKey(field), value: (row: ResolvedRow) => row.ids[index]?.[0] ?? null }]
        : [],
    ),
  ]
}

/**
 * The column that records are looked up by, an index over it if there is one: the others are compared as they are found.
 * Null where records are found by their ids.
 */
function anchorOf(columns: readonly Compared[], { idColumn, type }: BoundPlan): Compared | null {
  if (idColumn !== null) return null
  const keys = columns.filter(({ isKey }) => isKey)
  const rank = ({ field }: Compared): number => {
    if (field.unique) return 0
    if (field.name === type.nameField) return 1
    if (field.relation !== null) return 4
    return field.indexed ? (field.type.parameterType === 'text' ? 2 : 3) : 5
  }
  return keys.toSorted((a, b) => rank(a) - rank(b))[0] ?? null
}

function recordOf(
  index: number,
  row: ResolvedRow,
  columns: readonly Compared[],
  { idColumn }: BoundPlan,
): Readonly<Record<string, unknown>> {
  const values = columns.map(({ value }, at) => [`v${at}`, parameterText(value(row))] as const)
  return { n: index, ...(idColumn === null ? {} : { id: row.id }), ...Object.fromEntries(values) }
}

function matchText(columns: readonly Compared[], plan: BoundPlan, anchor: Compared | null, empty: boolean): string {
  const { type, relations } = plan
  const given = columns.map(({ field }, at) => `(g.v${at})::${field.type.parameterType}`)
  const own = columns.map(({ field }) => columnSql(type, field, 'm'))
  const conditions = columns.flatMap((column, at) => {
    if (!column.isKey || plan.idColumn !== null) return []
    if (column !== anchor) return [`${own[at]} is not distinct from ${given[at]}`]
    return [empty ? `${own[at]} is null` : `${own[at]} = ${given[at]}`]
  })
  if (anchor === null) conditions.push(plan.idColumn === null ? 'true' : `${keySql(type, 'm')} = g.id`)
  const differ = columns.map((_, at) => `(${own[at]} is distinct from ${given[at]})::text`)
  const lists = relations.flatMap(({ relation }) => listSql(relation, type, plan) ?? [])
  const names = [
    'n integer',
    ...(plan.idColumn === null ? [] : ['id bigint']),
    ...columns.map((_, at) => `v${at} text`),
  ]
  return `select ${['g.n::text', `${keySql(type, 'm')}::text`, ...differ, ...lists].join(', ')}
    from json_to_recordset($1::json) as g(${names.join(', ')})
    join ${tableSql(type.table)} m on ${conditions.join(' and ')}
    order by g.n, ${keySql(type, 'm')}`
}

/** The ids a record's relation holds, as a JSON array in their order; null for a column of its own. */
function listSql({ via, to }: Relation, type: MediaType, { relations }: BoundPlan): string | null {
  if (via.kind === 'column') return null
  const key = keySql(type, 'm')
  if (via.kind === 'link') {
    const order = via.orderColumn === null ? '' : ` order by j.${identifier(via.orderColumn)}`
    return `(select coalesce(json_agg(j.${identifier(via.toColumn)}${order}), '[]')::text
      from ${tableSql(via.table)} j where j.${identifier(via.fromColumn)} = ${key})`
  }
  const child = relations.find(({ relation }) => relation.to === to)?.target.type as MediaType
  return `(select coalesce(json_agg(${keySql(child, 'c')}), '[]')::text
    from ${tableSql(child.table)} c where c.${identifier(via.column)} = ${key})`
}

function differences(
  row: ResolvedRow,
  rest: readonly (string | null)[],
  columns: readonly Compared[],
  plan: BoundPlan,
): ReadonlySet<string> {
  const differing = new Set<string>()
  for (const [at, { field }] of columns.entries()) if (rest[at] === 'true') differing.add(field.name)
  // of these the row says nothing
  for (const [index, { field }] of plan.values.entries())
    if (row.values[index] === undefined) differing.delete(field.name)
  for (const [index, { field }] of plan.relations.entries()) if (row.ids[index] === null) differing.delete(field.name)
  let at = columns.length
  for (const [index, { relation, field }] of plan.relations.entries()) {
    if (relation.via.kind === 'column') continue
    const has = JSON.parse(rest[at++] ?? '[]') as readonly number[]
    const wanted = row.ids[index]
    if (wanted !== null && wanted !== undefined && !sameIds(wanted, has, isOrdered(relation))) differing.add(field.name)
  }
  return differing
}

function isOrdered({ via }: Relation): boolean {
  return via.kind === 'link' && via.orderColumn !== null
}

function sameIds(a: readonly number[], b: readonly number[], ordered: boolean): boolean {
  if (a.length !== b.length) return false
  if (ordered) return a.every((id, index) => id === b[index])
  const ids = new Set(a)
  return b.every((id) => ids.has(id))
}
