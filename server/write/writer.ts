import type { Catalog } from '../catalog/catalog.ts'
import type { Database, Transaction } from '../db/database.ts'
import { AppError, type Problem } from '../errors.ts'
import type { ReadOptions } from '../query/bind.ts'
import type { Reader } from '../query/read.ts'
import type { EffectContext, WriteEffect } from './effects.ts'
import type { IdempotentAnswer, IdempotentRequest } from './idempotency.ts'
import { claim, isClaimed, keep } from './idempotency.ts'
import type { OperationResult, WriteOperation, WriteRequest, WriteResult } from './operations.ts'
import { type Prepared, planSave, prepareSave, type SavePlan } from './plan-save.ts'
import { type Mismatch, mismatches } from './precondition.ts'
import { refusal } from './refusal.ts'
import { placeOf, refuseEmptied } from './required-children.ts'
import { runStep, type StepOptions } from './run-step.ts'
import { Save } from './save.ts'
import type { Step } from './steps.ts'
import type { WriteContext } from './write-context.ts'

export interface WriterOptions {
  readonly database: Database
  readonly catalog: () => Catalog
  readonly reader: Reader
  /** How finders are read. */
  readonly reading: ReadOptions
  readonly requireIfMatch: boolean
  readonly effects: readonly WriteEffect[]
  /** Names of fields and relations that changed after the version seen; null: not known [D3.z]. */
  readonly changedSince?: (mismatch: Mismatch) => Promise<readonly string[] | null>
}

export interface Writer {
  /**
   * Does all the operations, in their order, or none.
   *
   * @throws {AppError} VALIDATION and its like with every problem at once, NOT_FOUND, FORBIDDEN, UNIQUE, REFERENCED,
   * ETAG_MISMATCH, ETAG_REQUIRED.
   */
  readonly run: (operations: readonly WriteOperation[], request: WriteRequest) => Promise<WriteResult>
  /** The same under an idempotency key: `answer` is kept in the same transaction, and given back to a repeat [D7]. */
  readonly runOnce: (
    operations: () => readonly WriteOperation[],
    request: WriteRequest,
    key: IdempotentRequest,
    answer: (result: WriteResult) => IdempotentAnswer,
  ) => Promise<IdempotentAnswer>
}

export function createWriter(options: WriterOptions): Writer {
  const { database, effects } = options

  const inTransaction = async <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
    try {
      return await database.transaction(work)
    } catch (error) {
      throw await explained(error, options)
    }
  }
  const committed = async ({ changes, catalog }: Outcome): Promise<void> => {
    for (const effect of effects) {
      const own = concerned(effect, changes, catalog)
      if (own.length > 0) await effect.committed?.(own)
    }
  }
  const plan = (operations: readonly WriteOperation[], request: WriteRequest): SavePlan =>
    planSave(operations, request, options.catalog(), effects)
  return {
    run: async (operations, request) => {
      const planned = plan(operations, request)
      const prepared = await prepareSave(planned, request)
      const outcome = await undoing(prepared, () =>
        inTransaction((tx) => save(tx, planned, prepared, request, options)),
      )
      await committed(outcome)
      return outcome.result
    },
    runOnce: async (operations, request, key, answer) => {
      const beforehand = attempted(() => plan(operations(), request))
      // what is slow is not done again for an answer that is known
      const again = beforehand !== null && beforehand.slow.length > 0 && (await isClaimed(database, key))
      const prepared = beforehand === null || again ? null : await prepareSave(beforehand, request)
      const { outcome, answered } = await undoing(prepared, () =>
        inTransaction(async (tx) => {
          const earlier = await claim(tx, key)
          if (earlier !== null) return { outcome: null, answered: earlier }
          const planned = prepared === null ? null : beforehand
          const outcome = await save(tx, planned ?? plan(operations(), request), prepared, request, options)
          const answered = answer(outcome.result)
          await keep(tx, key, answered)
          return { outcome, answered }
        }),
      )
      if (outcome === null) await prepared?.undo()
      else await committed(outcome)
      return answered
    },
  }
}

/** What `read` gives; null where it finds fault, which is told when its turn comes. */
function attempted<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** Takes back what was prepared for work that fails. */
async function undoing<T>(prepared: Prepared | null, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await prepared?.undo()
    throw error
  }
}

interface Outcome {
  readonly result: WriteResult
  readonly changes: Awaited<ReturnType<Save['settled']>>['changes']
  readonly catalog: Catalog
}

async function save(
  tx: Transaction,
  { catalog, steps, problems }: SavePlan,
  prepared: Prepared | null,
  request: WriteRequest,
  options: WriterOptions,
): Promise<Outcome> {
  const context: WriteContext = { catalog, rights: request.rights, reading: options.reading }
  const effectContext: EffectContext = {
    tx,
    catalog,
    rights: request.rights,
    author: request.author,
    lossConfirmed: request.lossConfirmed === true,
  }
  await request.guard?.(tx)
  const work = new Save(tx, context)
  const done: OperationResult[] = []
  for (const step of steps) {
    const told = { ...options, problems, isLast: step === steps.at(-1) }
    done.push(...(await attempt(step, work, effectContext, told)))
  }
  await prepared?.write(done, work.apply)
  const { results, changes } = await work.settled(done)
  await requireMembers(work, steps, done, changes)
  for (const effect of options.effects) {
    const own = concerned(effect, changes, catalog)
    if (own.length > 0) await effect.settle?.(own, effectContext)
  }
  const readBack = request.readBack?.(results) ?? null
  const presented = readBack === null ? null : await options.reader.readIn(tx, readBack, request.rights)
  return { result: { results, presented, revision: catalog.revision }, changes, catalog }
}

async function requireMembers(
  { tx, context, promised }: Save,
  steps: readonly Step[],
  done: readonly OperationResult[],
  changes: Outcome['changes'],
): Promise<void> {
  const operations = steps.flatMap((step): readonly WriteOperation[] => step.parts.map(({ operation }) => operation))
  const told = done.map(({ type, id }, index) => {
    const operation = operations[index] as WriteOperation
    return { type, id, pointer: placeOf(operation), alike: operation.kind === 'update' && operation.bulk === true }
  })
  await refuseEmptied(tx, told, changes, promised, context.catalog)
}

/** A step; what Postgres refuses is told as a problem of its writes. */
async function attempt(
  step: Step,
  work: Save,
  context: EffectContext,
  { requireIfMatch, effects, problems, isLast }: WriterOptions & Pick<StepOptions, 'problems' | 'isLast'>,
): Promise<readonly OperationResult[]> {
  try {
    return await runStep(step, work, {
      requireIfMatch,
      isLast,
      problems,
      prepare: async (intent, found) => {
        let write = intent.write
        for (const effect of effects) {
          if (effect.prepare === undefined || !effect.concerns(intent.type)) continue
          write = await effect.prepare({ ...intent, write }, context, found)
        }
        return write
      },
    })
  } catch (error) {
    throw refusal(error, step.type, step.kind === 'remove' ? [] : step.parts.map((part) => part.bound))
  }
}

function concerned(effect: WriteEffect, changes: Outcome['changes'], catalog: Catalog): Outcome['changes'] {
  return changes.filter((change) => {
    const type = catalog.mediaTypes.get(change.mediaType)
    return type !== undefined && effect.concerns(type)
  })
}

/** Adds to a tag that does not hold what changed meanwhile, now that the transaction is over. */
async function explained(error: unknown, { changedSince }: WriterOptions): Promise<unknown> {
  if (!(error instanceof AppError)) return error
  if (changedSince === undefined || !error.problems.some((problem) => mismatches.has(problem))) return error
  const problems: Problem[] = []
  for (const problem of error.problems) {
    const mismatch = mismatches.get(problem)
    const changed = mismatch === undefined ? null : await changedSince(mismatch).catch(() => null)
    problems.push(changed === null ? problem : { ...problem, meta: { ...problem.meta, _changed: changed } })
  }
  return new AppError(problems, error.headers)
}
