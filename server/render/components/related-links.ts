import type { EntityId } from '../../../shared/envelope.ts'
import { conjunction, listTerm, printFilter } from '../../../shared/filter-print.ts'
import { entitiesOf } from '../../data-api/client.ts'
import { AppError, type Problem } from '../../errors.ts'
import type { PlannedOperation, SaveContext } from '../save/component-save.ts'
import { fieldValue } from './labels.ts'
import { type AddedRow, type ParsedEdits, type RemovedRow, wrong } from './related-edits.ts'
import type { KnownRow } from './related-known.ts'
import { hrefOf, placeIn } from './related-operations.ts'
import { BLOCK_SIZE, type RelatedPlan } from './related-plan.ts'

/** Edits of a list of link objects, which have ids of their own: two rows may lead to the same record. */
export interface LinkEdits {
  /** What is added for records that are there already. */
  readonly add: readonly AddedRow[]
  /** Records that the page's own one lets go, where the caller may not delete the rows themselves. */
  readonly release: readonly EntityId[]
  /** Changes and removals of single rows. */
  readonly operations: readonly PlannedOperation[]
}

/**
 * A row is removed by its own id, so that another one of the same record stays. One that is removed and chosen again
 * stays itself, with the values that it is given.
 *
 * @throws {AppError} VALIDATION for a row that is not to be told from another, and for values of one that is there.
 */
export async function linkEdits(
  plan: RelatedPlan,
  edits: ParsedEdits,
  known: ReadonlyMap<EntityId, KnownRow>,
  context: SaveContext,
): Promise<LinkEdits> {
  const byRelated = new Map(edits.add.flatMap((row) => (row.related === null ? [] : [[row.related.id, row] as const])))
  const kept = new Map<RemovedRow, AddedRow>()
  for (const row of edits.remove) {
    const again = byRelated.get(known.get(row.id)?.related ?? 0)
    if (again !== undefined) kept.set(row, again)
    if (again?.related) byRelated.delete(again.related.id)
  }
  const add = [...byRelated.values()]
  const remove = edits.remove.filter((row) => !kept.has(row))
  const deletes = context.rightsOn(plan.type).delete
  const there = await rowsThere(
    plan,
    [...add.flatMap(({ related }) => related?.id ?? []), ...relatedOf(remove, known)],
    context,
  )
  const problems = [...refuseValues(add, there), ...(deletes ? [] : refuseSeveral(remove, known, there))]
  if (problems.length > 0) throw new AppError(problems)
  return {
    add,
    release: deletes ? [] : relatedOf(remove, known),
    operations: [
      ...[...kept].flatMap(([row, again]) => keep(row, again, plan)),
      ...(deletes ? remove.map((row) => removal(row, plan)) : []),
    ],
  }
}

function relatedOf(rows: readonly RemovedRow[], known: ReadonlyMap<EntityId, KnownRow>): readonly EntityId[] {
  return rows.flatMap(({ id }) => known.get(id)?.related ?? [])
}

/** How many rows of the page's records lead to each of these. */
async function rowsThere(
  { rows, type }: RelatedPlan,
  related: readonly EntityId[],
  { item, dataApi }: SaveContext,
): Promise<ReadonlyMap<EntityId, number>> {
  const counts = new Map<EntityId, number>()
  const { own, other } = rows
  if (item.kind !== 'records' || own === null || other === null) return counts
  const ids = [...new Set(related)]
  const owners = listTerm(own.name, 'in', item.ids.map(String))
  for (let at = 0; at < ids.length; at += BLOCK_SIZE) {
    const filter = printFilter(
      conjunction([owners, listTerm(other.name, 'in', ids.slice(at, at + BLOCK_SIZE).map(String))]) ?? owners,
    )
    const asked = { fields: other.name, filter, sort: 'id', pageSize: BLOCK_SIZE, hideLinks: 1 }
    for (let page = 0, pages = 1; page < pages; page++) {
      const envelope = await dataApi.readList(type.name, { ...asked, page })
      pages = envelope._meta?._pageCount ?? 1
      for (const entity of entitiesOf(envelope, type.name)) {
        const id = Number(fieldValue(entity, other))
        counts.set(id, (counts.get(id) ?? 0) + 1)
      }
    }
  }
  return counts
}

/** A row that somebody added meanwhile keeps its values: to change them is to change that row. */
function refuseValues(add: readonly AddedRow[], there: ReadonlyMap<EntityId, number>): readonly Problem[] {
  return add.flatMap(({ related, values }): readonly Problem[] => {
    if (related === null || Object.keys(values).length === 0 || !there.has(related.id)) return []
    const detail = `the record ${related.id} is in this list already: change its row to give it other values`
    return [wrong(related.pointer, detail)]
  })
}

/** From the side of the page's record all rows of a record are let go, or none. */
function refuseSeveral(
  remove: readonly RemovedRow[],
  known: ReadonlyMap<EntityId, KnownRow>,
  there: ReadonlyMap<EntityId, number>,
): readonly Problem[] {
  const going = Map.groupBy(remove, ({ id }) => known.get(id)?.related ?? null)
  return [...going].flatMap(([related, rows]): readonly Problem[] => {
    if (related !== null && (there.get(related) ?? 0) <= rows.length) return []
    const why =
      related === null
        ? 'the record that this row leads to is out of sight'
        : `other rows lead to the record ${related} as well`
    return rows.map(({ pointer }) => wrong(pointer, `${why}: this one can be removed only by whoever may delete rows`))
  })
}

function keep({ id, etag, pointer }: RemovedRow, again: AddedRow, { type }: RelatedPlan): readonly PlannedOperation[] {
  if (Object.keys(again.values).length === 0) return []
  return [
    {
      operation: {
        _op: 'update',
        _href: hrefOf(type, id),
        ...(etag === null ? {} : { _etag: etag }),
        _data: again.values,
      },
      place: (path) => (path[0] === '_etag' ? `${pointer}/etag` : placeIn(again.pointer, again.pointer, path)),
    },
  ]
}

function removal({ id, etag, pointer }: RemovedRow, { type }: RelatedPlan): PlannedOperation {
  return {
    operation: { _op: 'remove', _href: hrefOf(type, id), ...(etag === null ? {} : { _etag: etag }) },
    place: ([root]) => (root === '_etag' ? `${pointer}/etag` : pointer),
  }
}
