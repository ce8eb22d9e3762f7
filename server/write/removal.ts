import type { Catalog, MediaType } from '../catalog/catalog.ts'
import { mediaTypeRights } from '../catalog/rights.ts'
import { AppError, type Problem } from '../errors.ts'
import type { ApplyContext } from './apply-links.ts'
import { visibleRecords } from './members.ts'
import { deleteRecords, updateRecord } from './records.ts'
import { type Reference, referencesTo, referringRecords } from './references.ts'
import { removeJoins } from './remove-joins.ts'
import type { WriteContext } from './write-context.ts'

/** Ids told of in an answer; more than anyone looks at. */
const MAX_TOLD = 20

interface Referring {
  readonly reference: Reference
  readonly ids: number[]
}

/**
 * Removes records with all that their removal entails: what refers to them is removed too, loses the reference or
 * forbids it, as the relation's `on_delete` says; joining rows go along [D4].
 *
 * @throws {AppError} REFERENCED, FORBIDDEN.
 */
export async function removeRecords(
  type: MediaType,
  ids: readonly number[],
  pointer: string | undefined,
  apply: ApplyContext,
  context: WriteContext,
): Promise<void> {
  const doomed = new Map<MediaType, Set<number>>([[type, new Set(ids)]])
  const emptied: Referring[] = []
  const refusing: Referring[] = []
  const queue: { readonly type: MediaType; readonly ids: readonly number[] }[] = [{ type, ids }]
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    for (const reference of referencesTo(next.type, context.catalog)) {
      const rows = await referringRecords(apply.tx, reference, next.ids)
      const gone = doomed.get(reference.type) ?? new Set<number>()
      const referring = rows.map((row) => row.id).filter((id) => !gone.has(id))
      if (referring.length === 0) continue
      const { onDelete, field } = reference.relation
      const required = field !== null && reference.type.fields.get(field)?.required === true
      if (onDelete === 'cascade') {
        doomed.set(reference.type, new Set([...gone, ...referring]))
        queue.push({ type: reference.type, ids: referring })
      } else if (onDelete === 'set-null' && !required) emptied.push({ reference, ids: referring })
      else refusing.push({ reference, ids: referring })
    }
  }
  const remaining = ({ reference, ids: referring }: Referring): readonly number[] =>
    referring.filter((id) => !doomed.get(reference.type)?.has(id))
  await refuse(
    type,
    refusing.map((each) => ({ ...each, ids: [...remaining(each)] })),
    pointer,
    apply,
    context,
  )
  await mayRemoveAlong(type, doomed, pointer, apply, context)
  for (const each of emptied) {
    const field = each.reference.type.fields.get(each.reference.relation.field ?? '')
    if (field === undefined) continue
    for (const id of remaining(each)) {
      await updateRecord(each.reference.type, id, [{ field, value: null, pointer: '' }], apply)
    }
  }
  for (const each of referringFirst([...doomed.keys()], context.catalog)) {
    const listed = [...(doomed.get(each) ?? [])].sort((a, b) => a - b)
    await removeJoins(each, listed, apply)
    await deleteRecords(each, listed, apply)
  }
}

/** Media types in such an order that those that refer come before those that are referred to; in a circle, as they come. */
function referringFirst(types: readonly MediaType[], catalog: Catalog): readonly MediaType[] {
  const left = new Set(types)
  const ordered: MediaType[] = []
  while (left.size > 0) {
    const free = (type: MediaType): boolean =>
      !referencesTo(type, catalog).some((reference) => reference.type !== type && left.has(reference.type))
    const next = [...left].find(free) ?? ([...left][0] as MediaType)
    left.delete(next)
    ordered.push(next)
  }
  return ordered
}

async function refuse(
  type: MediaType,
  refusing: readonly Referring[],
  pointer: string | undefined,
  { tx }: ApplyContext,
  context: WriteContext,
): Promise<void> {
  const problems: Problem[] = []
  for (const { reference, ids } of refusing) {
    if (ids.length === 0) continue
    const seen = [...(await visibleRecords(tx, reference.type, ids, context)).keys()].sort((a, b) => a - b)
    const field = reference.type.fields.get(reference.relation.field ?? '')
    const name = (seen.length === 1 ? reference.type.label : reference.type.labelPlural).toLowerCase()
    const who = seen.length === 0 ? 'Records that you may not see' : `${seen.length} ${name}`
    const verb = seen.length === 1 ? 'refers' : 'refer'
    problems.push({
      code: 'REFERENCED',
      ...(pointer === undefined ? {} : { pointer }),
      detail: `${who} ${verb} to this ${type.label.toLowerCase()} by ${(field?.label ?? reference.column).toLowerCase()}.`,
      meta: {
        mediaType: reference.type.name,
        field: field?.name ?? reference.column,
        count: seen.length,
        ids: seen.slice(0, MAX_TOLD),
      },
    })
  }
  if (problems.length > 0) throw new AppError(problems)
}

/** Link objects go with the records they join; other records only with the right to delete them. */
async function mayRemoveAlong(
  type: MediaType,
  doomed: ReadonlyMap<MediaType, ReadonlySet<number>>,
  pointer: string | undefined,
  { tx }: ApplyContext,
  context: WriteContext,
): Promise<void> {
  if (context.rights.unrestricted) return
  for (const [each, ids] of doomed) {
    if (each === type || each.isLink) continue
    const seen = await visibleRecords(tx, each, [...ids], context)
    if (mediaTypeRights(context.rights, each).delete && seen.size === ids.size) continue
    const detail = `records of ${each.labelPlural.toLowerCase()} would be removed along, which you may not`
    throw new AppError({ code: 'FORBIDDEN', ...(pointer === undefined ? {} : { pointer }), detail })
  }
}
