import { type Catalog, identifier, type MediaType, type Relation } from '../catalog/catalog.ts'
import { keySql, tableSql } from '../catalog/sql-names.ts'
import type { Transaction } from '../db/database.ts'
import { AppError, type Problem } from '../errors.ts'
import type { Change } from './changes.ts'
import type { WriteOperation } from './operations.ts'
import { Parameters, run } from './sql.ts'

/** A record that must have at least one related record by the end of the save. */
export interface Owing {
  readonly relation: Relation
  readonly owner: number
  /** Where it is told of; absent: nowhere in the body. */
  readonly pointer: string | undefined
}

export function childRequired(pointer: string | undefined): Problem {
  return {
    code: 'CHILD_REQUIRED',
    ...(pointer === undefined ? {} : { pointer }),
    detail: 'At least one related record is required.',
    meta: { _messageKey: '{DICT:RELATED/CHILDREQUIRED}' },
  }
}

/** Relations that a media type's records must not leave empty. */
export function requiredRelations(type: MediaType): readonly Relation[] {
  return [...type.relations.values()].filter(
    ({ childRequired, cardinality }) => childRequired && cardinality === 'many',
  )
}

/**
 * Refuses a save that leaves a required list empty in whatever way: by removing the last record of it, by moving it
 * elsewhere, or by never adding one. Checked when all is written, since what one operation takes another may give.
 * Records that are changed alike may empty lists, their own and those that they leave (specification, "Errors").
 *
 * @param promised what later operations were to add.
 * @throws {AppError} CHILD_REQUIRED.
 */
export async function refuseEmptied(
  tx: Transaction,
  operations: readonly Told[],
  changes: readonly Change[],
  promised: readonly Owing[],
  catalog: Catalog,
): Promise<void> {
  const pointers = new Map(operations.map(({ type, id, pointer }) => [`${type} ${id}`, pointer]))
  const alike = new Set(operations.flatMap((each) => (each.alike ? [`${each.type} ${each.id}`] : [])))
  const all = operations.every((each) => each.alike)
  const owing = [...promised, ...(all ? [] : changes.flatMap((change) => lessened(change, pointers, alike, catalog)))]
  const problems: Problem[] = []
  await lockOwners(tx, owing, catalog)
  for (const [relation, list] of Map.groupBy(owing, ({ relation }) => relation)) {
    const empty = await emptyLists(tx, relation, list, catalog)
    for (const { owner, pointer } of distinct(list)) if (empty.has(owner)) problems.push(childRequired(pointer))
  }
  if (problems.length > 0) throw new AppError(problems)
}

/** An operation's record, and where the operation stands in the body. */
export interface Told {
  readonly type: string
  readonly id: number
  readonly pointer: string | undefined
  /** One of many records changed alike. */
  readonly alike: boolean
}

export function placeOf(operation: WriteOperation): string | undefined {
  return operation.kind === 'remove' ? operation.places?.target : operation.element.pointer
}

/** The lists that a record's change took something from. */
function lessened(
  change: Change,
  pointers: ReadonlyMap<string, string | undefined>,
  alike: ReadonlySet<string>,
  catalog: Catalog,
): readonly Owing[] {
  const name = `${change.mediaType} ${change.id}`
  if (alike.has(name)) return []
  const pointer = pointers.get(name)
  const type = catalog.mediaTypes.get(change.mediaType)
  const own = type === undefined || change.operation === 'Removed' ? [] : requiredRelations(type)
  const left = own.flatMap((relation): readonly Owing[] => {
    const taken = change.removed.find((each) => each.relation === relation.key)?.ids ?? []
    const gone = taken.filter((id) => !alike.has(`${relation.to} ${id}`))
    const from = gone.map((id) => pointers.get(`${relation.to} ${id}`)).find((place) => place !== undefined)
    return gone.length === 0 ? [] : [{ relation, owner: change.id, pointer: pointer ?? from }]
  })
  const others = keptBy(change.mediaType, catalog).flatMap(({ relation, field }): readonly Owing[] => {
    const owner = Number(change.fields[field]?.old ?? 0)
    return owner > 0 && !alike.has(`${relation.from} ${owner}`) ? [{ relation, owner, pointer }] : []
  })
  return [...left, ...others]
}

interface Kept {
  readonly relation: Relation
  /** Of the records that keep it, the field that names whose list they stand in. */
  readonly field: string
}

const known = new WeakMap<Catalog, ReadonlyMap<string, readonly Kept[]>>()

/** Required lists that records of a media type keep in columns of their own: children, and link objects. */
function keptBy(mediaType: string, catalog: Catalog): readonly Kept[] {
  const all = known.get(catalog) ?? Map.groupBy(findKept(catalog), ({ keeper }) => keeper)
  known.set(catalog, all)
  return all.get(mediaType) ?? []
}

function findKept(catalog: Catalog): readonly (Kept & { readonly keeper: string })[] {
  return [...catalog.mediaTypes.values()].flatMap(requiredRelations).flatMap((relation) => {
    const { via } = relation
    const keeper = via.kind === 'reverse' ? relation.to : via.kind === 'link' ? via.linkType : null
    const column = via.kind === 'reverse' ? via.column : via.kind === 'link' ? via.fromColumn : null
    const fields = [...(catalog.mediaTypes.get(keeper ?? '')?.fields.values() ?? [])]
    const field = fields.find((each) => each.stored && each.column === column)
    return keeper === null || field === undefined ? [] : [{ relation, keeper, field: field.name }]
  })
}

/**
 * Of two saves that each take one of the last two records of a list the second one waits here, and then sees what the
 * first one left. All in one order, so that they do not wait for each other.
 */
async function lockOwners(tx: Transaction, owing: readonly Owing[], catalog: Catalog): Promise<void> {
  const byType = Map.groupBy(owing, ({ relation }) => relation.from)
  for (const [name, list] of [...byType].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const type = catalog.mediaTypes.get(name)
    if (type === undefined || type.versionSource === 'row') continue
    const values = new Parameters()
    const owners = values.add([...new Set(list.map(({ owner }) => owner))], 'bigint[]')
    const key = keySql(type)
    // whoever only refers to an owner is not kept waiting
    const text = `select from ${tableSql(type.table)} where ${key} = any(${owners}) order by ${key} for no key update`
    await run(tx, text, values)
  }
}

/** Of the owners that are still there, those whose list is empty. */
async function emptyLists(
  tx: Transaction,
  { from, to, via }: Relation,
  owing: readonly Owing[],
  catalog: Catalog,
): Promise<ReadonlySet<number>> {
  const type = catalog.mediaTypes.get(from)
  const related = catalog.mediaTypes.get(to)
  if (type === undefined || related === undefined || via.kind === 'column') return new Set()
  const [table, column] = via.kind === 'link' ? [via.table, via.fromColumn] : [related.table, via.column]
  const values = new Parameters()
  const owners = values.add([...new Set(owing.map(({ owner }) => owner))], 'bigint[]')
  const key = keySql(type, 'o')
  const text = `select ${key} as id from ${tableSql(type.table)} o where ${key} = any(${owners})
    and not exists (select 1 from ${tableSql(table)} r where r.${identifier(column)} = ${key})`
  const rows = await run<{ id: number }>(tx, text, values)
  return new Set(rows.map(({ id }) => Number(id)))
}

/** Each owner once, where the body tells of it first. */
function distinct(owing: readonly Owing[]): readonly Owing[] {
  const byOwner = Map.groupBy(owing, ({ owner }) => owner)
  return [...byOwner.values()].map((list) => list.find(({ pointer }) => pointer !== undefined) ?? (list[0] as Owing))
}
