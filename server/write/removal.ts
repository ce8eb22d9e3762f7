import type { Catalog, MediaType } from '../catalog/catalog.ts'
import { mediaTypeRights } from '../catalog/rights.ts'
import { AppError, MAX_PROBLEMS, type Problem } from '../errors.ts'
import type { ApplyContext } from './apply-links.ts'
import { visibleRecords } from './members.ts'
import { deleteRecords, updateRecords } from './records.ts'
import { type Reference, referencesTo, referringRecords } from './references.ts'
import { removeJoins } from './remove-joins.ts'
import { snapshots } from './snapshot.ts'
import type { WriteContext } from './write-context.ts'

/** Ids told of in an answer; more than anyone looks at. */
const MAX_TOLD = 20

/** A record to be removed, and where the request says so. */
export interface Doomed {
  readonly id: number
  readonly pointer: string | undefined
}

interface Referring {
  readonly reference: Reference
  /** Of the record to be removed that this follows from. */
  readonly root: Doomed
  readonly ids: number[]
}

type Roots = Map<MediaType, Map<number, Doomed>>

/**
 * Removes records with all that their removal entails: what refers to them is removed too, loses the reference or
 * forbids it, as the relation's `on_delete` says; joining rows go along [D4].
 *
 * @throws {AppError} REFERENCED, FORBIDDEN.
 */
export async function removeRecords(
  type: MediaType,
  records: readonly Doomed[],
  apply: ApplyContext,
  context: WriteContext,
): Promise<void> {
  const own = new Map(records.map((record) => [record.id, record]))
  const doomed: Roots = new Map([[type, new Map(own)]])
  const emptied: Referring[] = []
  const refusing: Referring[] = []
  const queue: { readonly type: MediaType; readonly ids: readonly number[] }[] = [{ type, ids: [...own.keys()] }]
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    for (const reference of referencesTo(next.type, context.catalog)) {
      const roots = doomed.get(next.type) as Map<number, Doomed>
      const gone = doomed.get(reference.type) ?? new Map<number, Doomed>()
      const rows = (await referringRecords(apply.tx, reference, next.ids)).filter(({ id }) => !gone.has(id))
      if (rows.length === 0) continue
      const { onDelete, field } = reference.relation
      const required = field !== null && reference.type.fields.get(field)?.required === true
      if (onDelete === 'cascade') {
        for (const { id, to } of rows) gone.set(id, roots.get(to) as Doomed)
        doomed.set(reference.type, gone)
        queue.push({ type: reference.type, ids: rows.map(({ id }) => id) })
        continue
      }
      const into = onDelete === 'set-null' && !required ? emptied : refusing
      for (const { id, to } of rows) note(into, reference, roots.get(to) as Doomed, id)
    }
  }
  const remaining = (list: readonly Referring[]): readonly Referring[] =>
    list.map((each) => ({ ...each, ids: each.ids.filter((id) => !doomed.get(each.reference.type)?.has(id)) }))
  await refuse(type, remaining(refusing), records.length, apply, context)
  await mayRemoveAlong(type, own, doomed, apply, context)
  for (const { reference, ids } of remaining(emptied)) {
    const field = reference.type.fields.get(reference.relation.field ?? '')
    if (field === undefined) continue
    const columns = [{ field, value: null, pointer: '' }]
    await updateRecords(
      reference.type,
      ids.map((id) => ({ id, columns })),
      apply,
    )
  }
  for (const each of referringFirst([...doomed.keys()], context.catalog)) {
    const listed = [...(doomed.get(each)?.keys() ?? [])].sort((a, b) => a - b)
    await removeJoins(each, listed, apply)
    await deleteRecords(each, listed, apply)
  }
}

function note(into: Referring[], reference: Reference, root: Doomed, id: number): void {
  const known = into.find((each) => each.reference === reference && each.root === root)
  if (known === undefined) into.push({ reference, root, ids: [id] })
  else known.ids.push(id)
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
  asked: number,
  { tx }: ApplyContext,
  context: WriteContext,
): Promise<void> {
  const problems: Problem[] = []
  for (const { reference, root, ids } of refusing) {
    if (problems.length >= MAX_PROBLEMS) break
    if (ids.length === 0) continue
    const what = `${asked > 1 ? '' : 'this '}${type.label.toLowerCase()}${asked > 1 ? ` ${root.id}` : ''}`
    if (!mediaTypeRights(context.rights, reference.type).read) {
      problems.push({ code: 'REFERENCED', ...at(root), detail: `Records that you may not see refer to ${what}.` })
      continue
    }
    const seen = [...(await visibleRecords(tx, reference.type, ids, context)).keys()].sort((a, b) => a - b)
    const field = reference.type.fields.get(reference.relation.field ?? '')
    const name = (seen.length === 1 ? reference.type.label : reference.type.labelPlural).toLowerCase()
    const who = seen.length === 0 ? 'Records that you may not see' : `${seen.length} ${name}`
    const verb = seen.length === 1 ? 'refers' : 'refer'
    problems.push({
      code: 'REFERENCED',
      ...at(root),
      detail: `${who} ${verb} to ${what} by ${(field?.label ?? reference.column).toLowerCase()}.`,
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
  asked: MediaType,
  own: ReadonlyMap<number, Doomed>,
  doomed: Roots,
  { tx }: ApplyContext,
  context: WriteContext,
): Promise<void> {
  if (context.rights.unrestricted) return
  for (const [type, roots] of doomed) {
    if (type.isLink) continue
    const along = [...roots].filter(([id]) => type !== asked || !own.has(id))
    const rows = await snapshots(
      tx,
      type,
      along.map(([id]) => id),
      context,
    )
    const refused = along.find(([id]) => rows.get(id)?.deletable !== true)
    if (refused === undefined) continue
    const detail = `records of ${type.labelPlural.toLowerCase()} would be removed along, which you may not`
    throw new AppError({ code: 'FORBIDDEN', ...at(refused[1]), detail })
  }
}

function at({ pointer }: Doomed): { readonly pointer?: string } {
  return pointer === undefined ? {} : { pointer }
}
