import { AppError, type ErrorCode, type Problem } from '../../errors.ts'

/** Gathers all that is wrong with a body, each with its pointer. */
export class Problems {
  readonly list: Problem[] = []

  add(pointer: string, detail: string, code: ErrorCode = 'VALIDATION'): void {
    this.list.push({ code, pointer, detail })
  }

  /** Takes over what a reader of query parameters refuses, told of the body's member instead. */
  in<T>(pointer: string, read: () => T): T | null {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      for (const { parameter: _, ...problem } of error.problems) {
        this.list.push({ ...problem, code: problem.code === 'PARAMETER' ? 'VALIDATION' : problem.code, pointer })
      }
      return null
    }
  }

  error(): AppError {
    return new AppError(this.list)
  }
}
