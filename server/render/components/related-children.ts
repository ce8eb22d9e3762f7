import type { ComponentSave, PlannedOperation, RecordChange, SaveContext } from '../save/component-save.ts'
import type { AddedRow, ParsedEdits, RemovedRow } from './related-edits.ts'
import { ANY_TAG, changed, created, hrefOf, placeIn } from './related-operations.ts'
import type { RelatedPlan } from './related-plan.ts'
import { deletesRemoved } from './related-schema.ts'

/**
 * Children say themselves to whom they belong: their tags, their history and the right to change them count. A new
 * record names those that are there already itself, since it may not be without any.
 */
export function saveChildren(plan: RelatedPlan, edits: ParsedEdits, context: SaveContext): ComponentSave {
  const { record } = context
  const removed = new Set(edits.remove.map(({ id }) => id))
  const there = edits.add.filter(({ related }) => related !== null)
  const adopted = there.filter(({ related }) => related !== null && !removed.has(related.id))
  const staying = new Set(there.map(({ related }) => related?.id))
  const isNew = typeof record === 'object'
  return {
    record: isNew && adopted.length > 0 ? [named(plan, adopted)] : [],
    operations: [
      ...there.flatMap((row) => adopt(row, plan, isNew || !adopted.includes(row) ? null : record)),
      ...edits.add.filter(({ related }) => related === null).map((row) => create(row, plan, context)),
      ...edits.update.map((row) => changed(row, plan.type)),
      ...edits.remove.filter(({ id }) => !staying.has(id)).map((row) => release(row, plan)),
    ],
  }
}

function named({ rows }: RelatedPlan, adopted: readonly AddedRow[]): RecordChange {
  return {
    member: rows.relation.key,
    isLink: true,
    value: { operation: 'Add', values: adopted.map(({ related }) => related?.id) },
    pointer: '/add',
    place: ([, index]) => adopted[Number(index)]?.related?.pointer ?? '/add',
  }
}

/** A record that is there already comes to belong to another one, null where it does by now, and takes on values. */
function adopt(
  { related, etag, values, pointer }: AddedRow,
  { type, rows }: RelatedPlan,
  owner: unknown,
): readonly PlannedOperation[] {
  if (related === null || (owner === null && Object.keys(values).length === 0)) return []
  const own = rows.own?.name as string
  const data = owner === null ? values : { ...values, _links: { [own]: owner } }
  return [
    {
      operation: { _op: 'update', _href: hrefOf(type, related.id), _etag: etag ?? ANY_TAG, _data: data },
      place: (path) => (path.includes(own) ? related.pointer : placeIn(pointer, related.pointer, path)),
    },
  ]
}

function create(row: AddedRow, { type, rows }: RelatedPlan, context: SaveContext): PlannedOperation {
  return created(row, type, context, { name: rows.own?.name as string, value: context.record })
}

function release({ id, etag, pointer }: RemovedRow, plan: RelatedPlan): PlannedOperation {
  const tag = etag === null ? {} : { _etag: etag }
  const target = { _href: hrefOf(plan.type, id), ...tag }
  return {
    operation: deletesRemoved(plan)
      ? { _op: 'remove', ...target }
      : { _op: 'update', ...target, _data: { _links: { [plan.rows.own?.name as string]: null } } },
    place: ([root]) => (root === '_etag' ? `${pointer}/etag` : pointer),
  }
}
