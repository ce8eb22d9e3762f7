import { ConfigError } from '../config.ts'
import { isDatabaseDown } from '../db/errors.ts'
import { NoPlaceForTables } from '../db/migrate.ts'
import { DataDirLocked } from './data-dir-lock.ts'

/** The address to listen on is taken or not this machine's. */
export class CannotListen extends Error {
  constructor(error: Error, { host, port }: { readonly host: string; readonly port: number }) {
    const { code } = error as NodeJS.ErrnoException
    super(
      code === 'EADDRINUSE' ? `PORT: ${port} on ${host} is in use` : `HOST: cannot listen on ${host}: ${error.message}`,
    )
    this.name = 'CannotListen'
  }
}

/** Why the service did not start: one line for what an operator can mend, all there is for a fault of the program. */
export function startProblem(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DataDirLocked || error instanceof CannotListen)
    return error.message
  if (error instanceof NoPlaceForTables) return `DATABASE_URL: ${error.message}`
  if (isDatabaseDown(error)) return `DATABASE_URL: the database cannot be reached: ${reason(error)}`
  return `did not start: ${error instanceof Error ? error.stack : String(error)}`
}

/** 2: a wrong value in the environment, 3: the data folder is in use, 1: anything else. */
export function exitCode(error: unknown): number {
  if (error instanceof ConfigError) return 2
  return error instanceof DataDirLocked ? 3 : 1
}

function reason(error: unknown): string {
  const { message, errors } = error as { message?: string; errors?: readonly Error[] }
  return message || errors?.map((each) => each.message).join(', ') || String(error)
}
