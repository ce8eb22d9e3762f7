import { EXIT, type ExitCode } from './exit-codes.ts'

/** One of several things that are wrong; `place` says where (`schema.yaml:12:5`). */
export interface FailureDetail {
  readonly message: string
  readonly place?: string
  readonly [member: string]: unknown
}

/** What a command ends with when it cannot do what it was asked; for people to read, so without a stack. */
export class CommandFailure extends Error {
  readonly exitCode: ExitCode
  readonly details: readonly FailureDetail[]

  constructor(
    message: string,
    options: { readonly exitCode?: ExitCode; readonly details?: readonly FailureDetail[] } = {},
  ) {
    super(message)
    this.name = 'CommandFailure'
    this.exitCode = options.exitCode ?? EXIT.failed
    this.details = options.details ?? []
  }
}

/** The command line itself is wrong. */
export class UsageFailure extends CommandFailure {
  constructor(message: string) {
    super(message, { exitCode: EXIT.usage })
    this.name = 'UsageFailure'
  }
}

/** Thrown by whatever a signal cuts short; a transaction it leaves is rolled back. */
export class Interrupted extends CommandFailure {
  constructor() {
    super('interrupted', { exitCode: EXIT.interrupted })
    this.name = 'Interrupted'
  }
}
