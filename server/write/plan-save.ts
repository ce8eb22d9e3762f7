import type { Catalog } from '../catalog/catalog.ts'
import { AppError, type Problem } from '../errors.ts'
import type { ApplyContext } from './apply-links.ts'
import type { Intent, Preparation, WriteEffect } from './effects.ts'
import type { OperationResult, WriteOperation, WriteRequest } from './operations.ts'
import { type Step, stepsOf } from './steps.ts'

/** A save whose bodies are read, before anything is asked of the database. */
export interface SavePlan {
  readonly catalog: Catalog
  readonly steps: readonly Step[]
  /** What the bodies say wrongly: told together with what the database shows to be wrong. */
  readonly problems: readonly Problem[]
  readonly slow: readonly SlowWork[]
}

interface SlowWork {
  readonly begin: (request: WriteRequest) => Promise<Preparation>
  /** Which of the operations it is about. */
  readonly places: readonly number[]
}

/** @throws {AppError} UNKNOWN_MEDIA_TYPE, FORBIDDEN. */
export function planSave(
  operations: readonly WriteOperation[],
  { rights }: WriteRequest,
  catalog: Catalog,
  effects: readonly WriteEffect[],
): SavePlan {
  const problems: Problem[] = []
  const steps = stepsOf(operations, catalog, rights, problems)
  // no step is left to tell of them
  if (steps.length === 0 && problems.length > 0) throw new AppError(problems)
  const intents = steps.flatMap(intentsOf)
  const slow = effects.flatMap((effect): readonly SlowWork[] => {
    if (effect.before === undefined) return []
    const own = intents.flatMap((intent, place) => (effect.concerns(intent.type) ? [{ intent, place }] : []))
    if (own.length === 0) return []
    const intended = own.map(({ intent }) => intent)
    const begin = effect.before(intended, problems)
    return begin === null ? [] : [{ begin, places: own.map(({ place }) => place) }]
  })
  return { catalog, steps, problems, slow }
}

/** What was done before the transaction, by every effect that had to. */
export interface Prepared {
  readonly write: (done: readonly OperationResult[], context: ApplyContext) => Promise<void>
  readonly undo: () => Promise<void>
}

/** Does what is slow; nothing where something is wrong already, since the save will tell of it. */
export async function prepareSave({ slow, problems }: SavePlan, request: WriteRequest): Promise<Prepared> {
  const made: { readonly preparation: Preparation; readonly places: readonly number[] }[] = []
  const undo = async (): Promise<void> => {
    for (const { preparation } of made) await preparation.undo()
  }
  if (problems.length === 0) {
    try {
      for (const { begin, places } of slow) made.push({ preparation: await begin(request), places })
    } catch (error) {
      await undo()
      throw error
    }
  }
  return {
    write: async (done, context) => {
      for (const { preparation, places } of made) {
        await preparation.write(
          places.map((place) => (done[place] as OperationResult).id),
          context,
        )
      }
    },
    undo,
  }
}

function intentsOf(step: Step): readonly Intent[] {
  const { type } = step
  if (step.kind === 'remove') {
    return step.parts.map(({ operation: { target, places } }) => {
      return { operation: 'remove', type, id: known(target), write: null, pointer: places?.target ?? '' }
    })
  }
  if (step.kind === 'add') {
    return step.parts.map(({ operation, bound }) => {
      return { operation: 'add', type, id: null, write: bound, pointer: operation.element.pointer }
    })
  }
  return step.parts.map(({ operation, bound }) => {
    return { operation: 'update', type, id: known(operation.target), write: bound, pointer: operation.element.pointer }
  })
}

function known(target: number | object): number | null {
  return typeof target === 'number' ? target : null
}
