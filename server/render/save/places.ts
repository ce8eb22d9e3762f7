import { escaped, namesAlong } from '../../../shared/json.ts'
import { DataApiError } from '../../data-api/client.ts'
import { AppError, type Problem } from '../../errors.ts'
import type { BatchOperation } from './component-save.ts'

/** An operation of the batch, and where in the save's body its problems stand. */
export interface PlacedOperation {
  readonly operation: BatchOperation
  /** JSON pointer of what stands at a path below the operation; null: the body has no such place. */
  readonly place: (path: readonly string[]) => string | null
}

export function invalid(pointer: string, detail: string): Problem {
  return { code: 'VALIDATION', pointer, detail }
}

/** A path as the end of a JSON pointer. */
export function pointerOf(path: readonly string[]): string {
  return path.map((name) => `/${escaped(name)}`).join('')
}

/** What a batch was refused for, told of the places in the save that it was made of. */
export function inPlace(error: DataApiError, operations: readonly PlacedOperation[]): AppError {
  const told = new Set<string>()
  const problems = error.problems.flatMap(({ pointer, ...problem }): readonly Problem[] => {
    const place = pointer === undefined ? null : placeOf(pointer, operations)
    const placed = place === null ? problem : { ...problem, pointer: place }
    // one value that does not do for each of many records is wrong once
    const text = JSON.stringify(placed)
    if (told.has(text)) return []
    told.add(text)
    return [placed]
  })
  return new AppError(problems, error.headers)
}

function placeOf(pointer: string, operations: readonly PlacedOperation[]): string | null {
  const [root, index, ...path] = namesAlong(pointer)
  return root === '_operations' ? (operations[Number(index)]?.place(path) ?? null) : null
}

/** Problems of one component's edits, whose pointers start from there, as problems of the whole body. */
export function below(error: AppError, pointer: string): readonly Problem[] {
  // what a read was refused for is no fault of the edits
  if (error instanceof DataApiError) return error.problems
  return error.problems.map((problem) => ({ ...problem, pointer: `${pointer}${problem.pointer ?? ''}` }))
}
