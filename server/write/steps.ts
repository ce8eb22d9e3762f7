import type { Catalog, MediaType } from '../catalog/catalog.ts'
import type { Rights } from '../catalog/rights.ts'
import { mediaTypeRights } from '../catalog/rights.ts'
import { seenCatalog } from '../catalog/seen-catalog.ts'
import { AppError, type Problem } from '../errors.ts'
import { mediaType } from '../query/bind.ts'
import { type BoundWrite, bindWrite } from './bind-write.ts'
import { problem } from './body.ts'
import { type Targets, targetsOf } from './lock-targets.ts'
import type { AddOperation, RemoveOperation, UpdateOperation, WriteOperation } from './operations.ts'

/** Operations of one kind on one media type that are done together. */
export type Step = (
  | { readonly kind: 'add'; readonly type: MediaType; readonly parts: readonly Part<AddOperation>[] }
  | { readonly kind: 'update'; readonly type: MediaType; readonly parts: readonly Part<UpdateOperation>[] }
  | {
      readonly kind: 'remove'
      readonly type: MediaType
      readonly parts: readonly { readonly operation: RemoveOperation }[]
    }
) & {
  /** Of the first step: what all of them change, to be locked before anything is done. */
  readonly locks?: Targets
}

export interface Part<T> {
  readonly operation: T
  readonly bound: BoundWrite
}

/**
 * Reads all operations and gathers neighbours into steps. What a body says wrongly goes into `problems`, of all of them.
 *
 * @throws {AppError} UNKNOWN_MEDIA_TYPE, FORBIDDEN of the address; those of operations in a body go into `problems` too.
 */
export function stepsOf(
  operations: readonly WriteOperation[],
  catalog: Catalog,
  rights: Rights,
  problems: Problem[],
): readonly Step[] {
  const seen = seenCatalog(catalog, rights)
  const steps: Step[] = []
  let lids = new Set<string>()
  let targets = new Set<unknown>()
  let apart = false
  for (const operation of operations) {
    const type = permitted(operation, catalog, rights, problems)
    if (type === null) continue
    const last = steps.at(-1)
    const bound = boundOf(operation, type, seen, problems)
    const target = targetKey(operation)
    // a record that is changed twice is read again in between, and so is one that another reaches from the other side
    const again = (target !== null && targets.has(target)) || apart
    apart = operation.kind === 'update' && reachesOwnType(bound, type)
    const together =
      last?.kind === operation.kind && last.type === type && !again && !apart && !refersTo(operation, bound, lids)
    if (together) (last.parts as unknown[]).push({ operation, bound })
    else {
      steps.push({ kind: operation.kind, type, parts: [{ operation, bound }] } as unknown as Step)
      lids = new Set()
      targets = new Set()
    }
    if (operation.kind === 'add' && operation.lid !== undefined) lids.add(operation.lid)
    if (target !== null) targets.add(target)
  }
  const [first, ...others] = steps
  const locks = targetsOf(steps)
  return first === undefined || locks.size === 0 ? steps : [{ ...first, locks }, ...others]
}

/** Equal for operations on the same record. */
function targetKey(operation: WriteOperation): number | string | null {
  if (operation.kind === 'add') return null
  return typeof operation.target === 'number' ? operation.target : `lid ${operation.target.lid}`
}

/** Whether a write changes other records of its media type, or what they show. */
function reachesOwnType(bound: BoundWrite | undefined, type: MediaType): boolean {
  return bound?.links.some(({ relation }) => relation.to === type.name && relation.via.kind !== 'column') === true
}

/** The media type of an operation that may be done; null: what is wrong with it has gone into `problems`. */
function permitted(operation: WriteOperation, catalog: Catalog, rights: Rights, problems: Problem[]): MediaType | null {
  const pointer = operation.kind === 'add' ? operation.pointer : operation.places?.target
  try {
    const type = mediaType(catalog, operation.type)
    permit(operation, type, rights)
    return type
  } catch (error) {
    if (pointer === undefined || !(error instanceof AppError)) throw error
    problems.push(...error.problems.map((each) => ({ ...each, pointer })))
    return null
  }
}

/** Writes of a kind that the caller may do to no record of the type are refused before anything is read. */
function permit({ kind }: WriteOperation, type: MediaType, rights: Rights): void {
  const refuse = (detail: string): never => {
    throw new AppError({ code: 'FORBIDDEN', detail })
  }
  if (kind === 'add' && !mediaTypeRights(rights, type).create) refuse(`you may not create ${type.name}`)
  if (type.versionSource === 'row' && kind !== 'add') refuse(`${type.name} is a view: it cannot be changed`)
}

function boundOf(
  operation: WriteOperation,
  type: MediaType,
  seen: Catalog,
  problems: Problem[],
): BoundWrite | undefined {
  if (operation.kind === 'remove') return undefined
  const { element } = operation
  if (operation.kind === 'add') return bindWrite(element, type, 'create', seen, problems)
  const { _id: id } = element.members
  problems.push(...(operation.problems ?? []))
  if (operation.problems === undefined && id !== undefined && id !== operation.target) {
    problems.push(
      problem(`${element.pointer}/_id`, `expected ${targetText(operation)}, the id of the record to change`),
    )
  }
  return bindWrite(element, type, 'update', seen, problems)
}

function targetText({ target }: UpdateOperation): string {
  return typeof target === 'number' ? String(target) : `no id beside the local id ${JSON.stringify(target.lid)}`
}

/** Whether an operation needs what the step before it has not done yet. */
function refersTo(operation: WriteOperation, bound: BoundWrite | undefined, lids: ReadonlySet<string>): boolean {
  const own = operation.kind !== 'add' && typeof operation.target === 'object' && lids.has(operation.target.lid)
  // a finder may look for what its neighbours add
  const used = bound?.links.some((link) =>
    link.values.some((value) =>
      value.kind === 'lid' ? lids.has(value.lid) : value.kind === 'finder' && lids.size > 0,
    ),
  )
  return own || used === true
}
