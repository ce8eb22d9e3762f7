import { ConfigError } from '../config.ts'
import { databaseErrorCode, isDatabaseDown } from '../db/errors.ts'
import { NoPlaceForTables } from '../db/migrate.ts'
import { AppError } from '../errors.ts'
import { DataDirLocked } from '../runtime/data-dir-lock.ts'
import { exitCode, startProblem } from '../runtime/start-problem.ts'
import type { ExitCode } from './exit-codes.ts'
import { CommandFailure, type FailureDetail } from './failure.ts'
import type { Output } from './output.ts'

interface Failure {
  readonly message: string
  readonly details: readonly FailureDetail[]
  readonly exitCode: ExitCode
}

/** Tells why a command ended without its result, on standard error and, with --json, as `{"error": …}` as well. */
export function tellFailure(error: unknown, output: Output, json: boolean): ExitCode {
  const failure = failureOf(error)
  if (json) output.result('', { error: failure })
  output.warn(`marquee: ${failure.message}`)
  for (const { place, message } of failure.details)
    output.warn(`  ${place === undefined ? '' : `${place}: `}${message}`)
  return failure.exitCode
}

function failureOf(error: unknown): Failure {
  if (error instanceof CommandFailure) {
    const { message, details, exitCode } = error
    return { message, details, exitCode }
  }
  if (error instanceof AppError && error.problems.length > 0) return refusal(error)
  return { message: reason(error), details: [], exitCode: exitCode(error) as ExitCode }
}

/** One line for what an operator can mend, all there is for a fault of the program. */
function reason(error: unknown): string {
  const mended = error instanceof ConfigError || error instanceof DataDirLocked || error instanceof NoPlaceForTables
  if (mended || isDatabaseDown(error)) return startProblem(error)
  if (!(error instanceof Error)) return String(error)
  const refused = databaseErrorCode(error)
  return refused === null
    ? (error.stack ?? error.message)
    : `the database refused a statement: ${error.message} (SQLSTATE ${refused.sqlstate})`
}

function refusal({ problems }: AppError): Failure {
  const details = problems.map(({ code, detail, pointer, meta }) => ({
    message: detail,
    code,
    ...(pointer === undefined ? {} : { place: pointer }),
    ...(meta === undefined ? {} : { meta }),
  }))
  const [only] = problems
  return problems.length === 1 && only?.pointer === undefined
    ? { message: only?.detail ?? '', details: [], exitCode: 1 }
    : { message: `refused for ${problems.length} reason${problems.length === 1 ? '' : 's'}:`, details, exitCode: 1 }
}
