import { sql } from 'kysely'
import { type Catalog, identifier, type MediaType, type Relation } from '../catalog/catalog.ts'
import { keySql, tableSql, touchSql } from '../catalog/sql-names.ts'
import type { Transaction } from '../db/database.ts'
import { databaseErrorCode } from '../db/errors.ts'
import type { ChangeLog } from './change-log.ts'
import { Parameters, run, write } from './sql.ts'

/** Moves the tags of records whose own relations changed. */
export async function touch(tx: Transaction, type: MediaType, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const touched = touchSql(type)
  if (touched !== null) return touchBy(tx, type, ids, touched)
  await sql`savepoint touched`.execute(tx.kysely)
  try {
    await touchBy(tx, type, ids, `${keySql(type)} = ${keySql(type)}`)
  } catch (error) {
    if (databaseErrorCode(error)?.sqlstate !== GENERATED) throw error
    // nothing of such a record can be assigned: its tag stays, and its relations change all the same
    await sql`rollback to savepoint touched`.execute(tx.kysely)
  }
}

/** A column that takes no value but its default. */
const GENERATED = '428C9'

async function touchBy(tx: Transaction, type: MediaType, ids: readonly number[], assignment: string): Promise<void> {
  const values = new Parameters()
  const listed = values.add(
    [...new Set(ids)].sort((a, b) => a - b),
    'bigint[]',
  )
  await write(tx, `update ${tableSql(type.table)} set ${assignment} where ${keySql(type)} = any(${listed})`, values)
}

/** A record that shows another in a relation of its own. */
interface Showing {
  readonly relation: Relation
  readonly owner: number
  readonly member: number
  /** The record of whose columns this follows. */
  readonly row: number
}

/**
 * Watches which records show those that are about to change: the two sides of a link object, and a parent that lists
 * its children in a field. Their relations are what the rows' columns say, so their tags and history move along.
 */
export class OwnerWatch {
  private readonly tx: Transaction
  private readonly type: MediaType
  private readonly catalog: Catalog
  private readonly before: readonly Showing[]

  private constructor(tx: Transaction, type: MediaType, catalog: Catalog, before: readonly Showing[]) {
    this.tx = tx
    this.type = type
    this.catalog = catalog
    this.before = before
  }

  static async over(tx: Transaction, type: MediaType, ids: readonly number[], catalog: Catalog): Promise<OwnerWatch> {
    return new OwnerWatch(tx, type, catalog, await showings(tx, type, ids, catalog))
  }

  /** Called after rows were written; `ids` are those in which anything is different now. */
  async settle(ids: readonly number[], log: ChangeLog): Promise<void> {
    if (ids.length === 0) return
    const changed = new Set(ids)
    const before = this.before.filter((showing) => changed.has(showing.row))
    const after = await showings(this.tx, this.type, ids, this.catalog)
    const [gone, come] = [new Set(before.map(nameOf)), new Set(after.map(nameOf))]
    for (const showing of before) if (!come.has(nameOf(showing))) tell(log, showing, 'removed')
    for (const showing of after) if (!gone.has(nameOf(showing))) tell(log, showing, 'added')
    const owners = new Map<string, number[]>()
    for (const { relation, owner } of [...before, ...after]) {
      owners.set(relation.from, [...(owners.get(relation.from) ?? []), owner])
    }
    for (const [name, list] of owners) await touch(this.tx, this.catalog.mediaTypes.get(name) as MediaType, list)
  }
}

const nameOf = ({ relation, owner, member }: Showing): string => `${relation.id} ${owner} ${member}`

function tell(log: ChangeLog, { relation, owner, member }: Showing, kind: 'added' | 'removed'): void {
  log.related(relation, owner, kind, [member])
}

async function showings(
  tx: Transaction,
  type: MediaType,
  ids: readonly number[],
  catalog: Catalog,
): Promise<readonly Showing[]> {
  const found: Showing[] = []
  if (ids.length === 0) return found
  for (const { relation, owner, member } of showingColumns(type, catalog)) {
    const values = new Parameters()
    const text = `select ${keySql(type)} as row, ${owner} as owner, ${member} as member from ${tableSql(type.table)}
      where ${keySql(type)} = any(${values.add(ids, 'bigint[]')}) and ${owner} is not null and ${member} is not null`
    const rows = await run<{ row: number; owner: number; member: number }>(tx, text, values)
    for (const row of rows)
      found.push({ relation, owner: Number(row.owner), member: Number(row.member), row: Number(row.row) })
  }
  return found
}

interface ShowingColumns {
  readonly relation: Relation
  readonly owner: string
  readonly member: string
}

const known = new WeakMap<Catalog, Map<string, readonly ShowingColumns[]>>()

/** Columns of a media type that name such records; worked out once per catalog. */
function showingColumns(type: MediaType, catalog: Catalog): readonly ShowingColumns[] {
  const byType = known.get(catalog) ?? new Map<string, readonly ShowingColumns[]>()
  known.set(catalog, byType)
  const columns = byType.get(type.name) ?? findShowingColumns(type, catalog)
  byType.set(type.name, columns)
  return columns
}

function findShowingColumns(type: MediaType, catalog: Catalog): readonly ShowingColumns[] {
  return [...catalog.mediaTypes.values()].flatMap(({ relations }) =>
    [...relations.values()].flatMap((relation): readonly ShowingColumns[] => {
      const { via } = relation
      if (via.kind === 'link' && relation.owned && via.linkType === type.name)
        return [{ relation, owner: identifier(via.fromColumn), member: identifier(via.toColumn) }]
      if (via.kind === 'reverse' && relation.field !== null && relation.to === type.name)
        return [{ relation, owner: identifier(via.column), member: keySql(type) }]
      return []
    }),
  )
}
