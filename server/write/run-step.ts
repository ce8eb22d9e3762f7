import type { MediaType, Relation } from '../catalog/catalog.ts'
import type { Rights } from '../catalog/rights.ts'
import { AppError, type Problem } from '../errors.ts'
import { knownId } from '../query/bind.ts'
import { applyLinks } from './apply-links.ts'
import type { BoundWrite } from './bind-write.ts'
import { problem } from './body.ts'
import { checkUnique } from './constraints.ts'
import type { Intent } from './effects.ts'
import { rowOf } from './insert-rows.ts'
import { lockTargets } from './lock-targets.ts'
import type { OperationResult, Places, RemoveOperation, UpdateOperation } from './operations.ts'
import { type PlannedWrite, planLinks, type WriteToPlan } from './plan-links.ts'
import { matchProblem } from './precondition.ts'
import { insertRecords, type RecordUpdate, updateRecords } from './records.ts'
import { removeRecords } from './removal.ts'
import type { Save } from './save.ts'
import { type Snapshot, snapshots } from './snapshot.ts'
import type { Step } from './steps.ts'

export interface StepOptions {
  readonly requireIfMatch: boolean
  /** No step comes after this one. */
  readonly isLast: boolean
  /** Lets effects have their say before anything is written. */
  readonly prepare: (intent: Intent, problems: Problem[]) => Promise<BoundWrite | null>
  /** What earlier reading found wrong: told together with what the database shows to be wrong. */
  readonly problems: readonly Problem[]
}

/** Does one step: checks all of it, then writes all of it. */
export async function runStep(step: Step, save: Save, options: StepOptions): Promise<readonly OperationResult[]> {
  if (step.locks !== undefined) {
    await lockTargets(save.tx, step.locks, (type, id, version) => save.begin(type, id, version))
  }
  if (step.kind === 'add') return add(step, save, options)
  return step.kind === 'update' ? update(step, save, options) : remove(step, save, options)
}

async function add(
  { type, parts }: Extract<Step, { kind: 'add' }>,
  save: Save,
  { prepare, problems: earlier, isLast }: StepOptions,
): Promise<readonly OperationResult[]> {
  const problems = [...earlier]
  const emptied: (readonly (readonly [Relation, string])[])[] = []
  const writes: WriteToPlan[] = []
  for (const { operation, bound } of parts) {
    const intent: Intent = { operation: 'add', type, id: null, write: bound, pointer: operation.element.pointer }
    const write = (await prepare(intent, problems)) ?? bound
    const empty: (readonly [Relation, string])[] = []
    const later = isLast ? null : (relation: Relation, pointer: string) => void empty.push([relation, pointer])
    writes.push({ id: null, bound: write, bulk: false, later })
    emptied.push(empty)
  }
  const planned = await planLinks(save.tx, type, writes, save.resolver(), save.context, problems)
  await check(planned, type, save, problems)
  const ids = await insertRecords(
    type,
    planned.map((write) => rowOf(write.columns)),
    save.apply,
  )
  const records = planned.map((write, index) => ({ id: ids[index] as number, links: write.links }))
  await applyLinks(records, save.apply)
  return parts.map(({ operation: { lid } }, index) => {
    const id = ids[index] as number
    if (lid !== undefined) save.name(lid, { type: type.name, id })
    for (const [relation, pointer] of emptied[index] ?? []) save.promise(relation, id, pointer)
    return { kind: 'add', type: type.name, id, version: 0, ...(lid === undefined ? {} : { lid }) }
  })
}

async function update(
  { type, parts }: Extract<Step, { kind: 'update' }>,
  save: Save,
  options: StepOptions,
): Promise<readonly OperationResult[]> {
  const problems = [...options.problems]
  const rows = await lockAll(type, parts, save, 'writable', options)
  const writes: WriteToPlan[] = []
  for (const [index, { operation, bound }] of parts.entries()) {
    const { id } = rows[index] as Snapshot
    const intent: Intent = { operation: 'update', type, id, write: bound, pointer: operation.element.pointer }
    const write = (await options.prepare(intent, problems)) ?? bound
    const later = (relation: Relation, pointer: string): void => save.promise(relation, id, pointer)
    writes.push({ id, bound: write, bulk: operation.bulk === true, later: options.isLast ? null : later })
  }
  const planned = await planLinks(save.tx, type, writes, save.resolver(), save.context, problems)
  problems.push(...planned.flatMap((write) => changedKey(write, type)))
  await check(planned, type, save, problems)
  const records = planned.map((write) => ({ id: write.id as number, links: write.links }))
  const moved = await applyLinks(records, save.apply)
  const updates = planned.map((write, index): RecordUpdate => {
    const id = write.id as number
    const columns = write.columns.filter(({ field }) => field.column !== type.keyColumn)
    const hasMoved = moved.has(id) || (writes[index]?.bound.files ?? null) !== null
    return { id, columns, moved: hasMoved, before: rows[index] }
  })
  await updateRecords(type, updates, save.apply)
  return records.map(({ id }) => ({ kind: 'update', type: type.name, id, version: 0 }))
}

async function remove(
  { type, parts }: Extract<Step, { kind: 'remove' }>,
  save: Save,
  options: StepOptions,
): Promise<readonly OperationResult[]> {
  const problems = [...options.problems]
  const rows = await lockAll(type, parts, save, 'deletable', options)
  for (const [index, { operation }] of parts.entries()) {
    const { id } = rows[index] as Snapshot
    const pointer = operation.places?.target ?? ''
    await options.prepare({ operation: 'remove', type, id, write: null, pointer }, problems)
  }
  if (problems.length > 0) throw new AppError(problems)
  const doomed = rows.map(({ id }, index) => ({ id, pointer: parts[index]?.operation.places?.target }))
  await removeRecords(type, doomed, save.apply, save.context)
  return rows.map(({ id }) => ({ kind: 'remove', type: type.name, id, version: 0 }))
}

/** All that can be told before anything is written, together. */
async function check(
  planned: readonly PlannedWrite[],
  type: MediaType,
  { tx, context }: Save,
  problems: Problem[],
): Promise<void> {
  await checkUnique(tx, planned, type, problems)
  problems.push(...planned.flatMap((write) => forbiddenSource(write, type, context.rights)))
  if (problems.length > 0) throw new AppError(problems)
}

/** A record may not be put under a source that the caller may not write [P2]. */
function forbiddenSource(planned: PlannedWrite, type: MediaType, rights: Rights): readonly Problem[] {
  if (rights.sources === null || type.sourceField === null) return []
  const source = planned.columns.find((column) => column.field.name === type.sourceField)
  if (source === undefined || source.value === null || rights.sources.write.includes(Number(source.value))) return []
  return [{ code: 'FORBIDDEN', pointer: source.pointer, detail: 'you may not write under this source' }]
}

/** The key of a foreign table may be a field, which names the record and is not changed. */
function changedKey({ id, columns }: PlannedWrite, type: MediaType): readonly Problem[] {
  return columns.flatMap(({ field, value, pointer }) =>
    field.column === type.keyColumn && Number(value) !== id
      ? [problem(pointer, `expected ${id}: the id of a record cannot be changed`)]
      : [],
  )
}

type Targeted = { readonly operation: UpdateOperation | RemoveOperation }

/**
 * Locks the records and checks their tags; one that is out of the caller's sight does not exist [P3].
 *
 * @throws {AppError} NOT_FOUND, FORBIDDEN, ETAG_MISMATCH, ETAG_REQUIRED: of every operation at fault, and where the body
 * names them with all else that is wrong with it.
 */
async function lockAll(
  type: MediaType,
  parts: readonly Targeted[],
  save: Save,
  right: 'writable' | 'deletable',
  { requireIfMatch, problems: earlier }: StepOptions,
): Promise<readonly Snapshot[]> {
  const ids = parts.map(({ operation }) => targetId(operation, type, save))
  const rows = await snapshots(save.tx, type, [...new Set(ids.map((id) => knownId(id ?? 0)))], save.context, true)
  const problems: Problem[] = []
  const found = parts.map(({ operation }, index) => {
    const id = ids[index]
    const row = id === undefined ? undefined : rows.get(id)
    if (isUnnamed(operation)) return row as Snapshot
    const at = place(operation.places)
    const may = right === 'writable' ? 'change' : 'delete'
    if (row === undefined) {
      const which = id === undefined ? 'that local id' : `id ${id}`
      problems.push({ code: 'NOT_FOUND', ...at, detail: `there is no record of ${type.name} with ${which}` })
    } else if (!row[right]) {
      problems.push({ code: 'FORBIDDEN', ...at, detail: `you may not ${may} this record of ${type.name}` })
    } else {
      const version = save.versionBefore(type, row.id) ?? row.version
      const record = { mediaType: type.name, id: row.id, version }
      // nobody knows a tag of what this save adds
      const required = requireIfMatch && typeof operation.target === 'number'
      const at = operation.places?.tag ?? operation.places?.target
      const wrong = matchProblem(record, operation.precondition, save.context, required, at)
      if (wrong !== null) problems.push(wrong)
    }
    return row as Snapshot
  })
  const inBody = problems.some(({ pointer }) => pointer !== undefined)
  if (inBody || parts.some(({ operation }) => isUnnamed(operation))) throw new AppError([...problems, ...earlier])
  if (problems.length > 0) throw new AppError(problems)
  return found
}

function isUnnamed(operation: UpdateOperation | RemoveOperation): boolean {
  return operation.kind === 'update' && (operation.problems ?? []).length > 0
}

function targetId({ target }: UpdateOperation | RemoveOperation, type: MediaType, save: Save): number | undefined {
  if (typeof target === 'number') return target
  const local = save.local(target.lid)
  return local?.type === type.name ? local.id : undefined
}

function place(places: Places | undefined): { readonly pointer?: string } {
  return places?.target === undefined ? {} : { pointer: places.target }
}
