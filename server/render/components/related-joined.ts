import type { EntityId } from '../../../shared/envelope.ts'
import { AppError } from '../../errors.ts'
import type { ComponentSave, LocalId, PlannedOperation, RecordChange, SaveContext } from '../save/component-save.ts'
import { type AddedRow, type ParsedEdits, wrong } from './related-edits.ts'
import { allRows, type KnownRow } from './related-known.ts'
import { type LinkEdits, linkEdits } from './related-links.ts'
import { ANY_TAG, changed, created, hrefOf, localId, placeIn, recordHref } from './related-operations.ts'
import { moved } from './related-order.ts'
import type { RelatedPlan } from './related-plan.ts'

/**
 * Which records a relation holds, and in which order, is a change of the page's record. What is added is so by its own
 * operation; what is removed and moved follows, when rows have been changed by the tags they were shown with, which
 * another order would move.
 */
export async function saveJoined(
  plan: RelatedPlan,
  edits: ParsedEdits,
  known: ReadonlyMap<EntityId, KnownRow>,
  context: SaveContext,
): Promise<ComponentSave> {
  const made = edits.add.filter(({ related }) => related === null)
  const split = plan.rows.kind === 'links' ? linkEdits : otherEdits
  const { add: there, release: released, operations: own } = await split(plan, edits, known, context)
  const moves = edits.moves.length > 0
  const rows: PlannedOperation[] = [
    ...made.map((row) => created(row, plan.type, context, null)),
    ...(plan.rows.kind === 'links' ? [] : there.flatMap((row) => alsoChanged(row, plan))),
    ...edits.update.map((row) => changed(row, plan.type)),
    ...own,
  ]
  if (moves) {
    const order = await newOrder(plan, edits, context)
    // the record's own operation is there even where nothing is added: it is refused when the record moved on
    return { record: [added(plan, there)], operations: [...rows, relating(plan, context, 'Replace', order, '/moves')] }
  }
  const lids = made.map((row) => localId(context, row))
  const adding = there.length > 0
  const removing = released.length > 0
  return {
    record: adding ? [added(plan, there)] : removing ? [removed(plan, released)] : [],
    operations: [
      ...rows,
      ...(lids.length > 0 ? [relating(plan, context, 'Add', lids, '/add')] : []),
      ...(adding && removing ? [relating(plan, context, 'Remove', released, '/remove')] : []),
    ],
  }
}

/** Where nothing but the two records is kept, one that is removed and chosen again stays. */
async function otherEdits(
  _plan: RelatedPlan,
  { add, remove }: ParsedEdits,
  known: ReadonlyMap<EntityId, KnownRow>,
): Promise<LinkEdits> {
  const there = add.filter(({ related }) => related !== null)
  const again = new Set(there.map(({ related }) => related?.id))
  const gone = remove.flatMap(({ id }) => known.get(id)?.related ?? [])
  return { add: there, release: gone.filter((id) => !again.has(id)), operations: [] }
}

function added({ rows }: RelatedPlan, there: readonly AddedRow[]): RecordChange {
  const values = there.map(({ related, values: own }) =>
    rows.kind === 'links' && Object.keys(own).length > 0 ? { _id: related?.id, ...own } : related?.id,
  )
  return {
    member: rows.relation.key,
    isLink: true,
    value: { operation: 'Add', values },
    pointer: '/add',
    place: ([, index, ...names]) => {
      const row = there[Number(index)]
      if (row === undefined) return '/add'
      return names.length === 0
        ? (row.related?.pointer ?? row.pointer)
        : placeIn(row.pointer, row.pointer, ['_data', ...names])
    },
  }
}

function removed({ rows }: RelatedPlan, ids: readonly EntityId[]): RecordChange {
  const value = { operation: 'Remove', values: ids }
  return { member: rows.relation.key, isLink: true, value, pointer: '/remove', place: () => '/remove' }
}

/** A further change of the relation, after the record's own operation and those of its rows. */
function relating(
  { rows }: RelatedPlan,
  context: SaveContext,
  operation: 'Add' | 'Remove' | 'Replace',
  values: readonly (EntityId | LocalId)[],
  pointer: string,
): PlannedOperation {
  const data = { _links: { [rows.relation.key]: { operation, values } } }
  return { operation: { _op: 'update', _href: recordHref(context), _etag: ANY_TAG, _data: data }, place: () => pointer }
}

/** The record at the other end of a row that is added has values of its own to change. */
function alsoChanged({ related, etag, values, pointer }: AddedRow, { type }: RelatedPlan): readonly PlannedOperation[] {
  if (related === null || Object.keys(values).length === 0) return []
  return [
    {
      operation: { _op: 'update', _href: hrefOf(type, related.id), _etag: etag ?? ANY_TAG, _data: values },
      place: (path) => placeIn(pointer, related.pointer, path),
    },
  ]
}

/** All that the relation is to hold, in order. What is added stands at the end before it is moved. */
async function newOrder(
  plan: RelatedPlan,
  { add, remove, moves }: ParsedEdits,
  context: SaveContext,
): Promise<readonly (EntityId | LocalId)[]> {
  const rows = await allRows(plan, context)
  const names = new Map<number | string, EntityId | LocalId | null>([
    ...rows.map(({ id, related }) => [id, related] as const),
    ...add.map((row) => [row.key, row.related?.id ?? localId(context, row)] as const),
  ])
  const gone = new Set<number | string>(remove.map(({ id }) => id))
  const order = moved([...names.keys()], moves).flatMap((name) => (gone.has(name) ? [] : (names.get(name) ?? [])))
  refuseTwice(order, moves[0]?.pointer ?? '/moves')
  return order
}

/** The order of a relation is that of its records: two rows of one cannot be told apart in it. */
function refuseTwice(order: readonly (EntityId | LocalId)[], pointer: string): void {
  const seen = new Set<unknown>()
  const twice = order.find((each) => seen.has(each) || !seen.add(each))
  if (twice === undefined) return
  const detail = `several rows lead to the record ${twice}: this list can be ordered when one of them is left`
  throw new AppError(wrong(pointer, detail))
}
