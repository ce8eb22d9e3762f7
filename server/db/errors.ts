/** What Postgres said of a failed statement, whichever driver brought it. */
export interface DatabaseErrorCode {
  /** Five characters, Postgres documentation, appendix A. */
  readonly sqlstate: string
  readonly constraint: string | null
  readonly table: string | null
  readonly column: string | null
  readonly detail: string | null
  readonly message: string
  /** Whether it is about a place in the statement's own text. */
  readonly inText: boolean
  /** Whether a function or trigger of the database raised it. */
  readonly raised: boolean
}

/** Null for an error that Postgres did not report. */
export function databaseErrorCode(error: unknown): DatabaseErrorCode | null {
  for (const cause of causes(error)) {
    const code = member(cause, 'code')
    // EPIPE is no SQLSTATE: every one has a digit and comes with a severity
    if (code === null || !/^(?=.*\d)[0-9A-Z]{5}$/.test(code)) continue
    return {
      sqlstate: code,
      constraint: member(cause, 'constraint'),
      table: member(cause, 'table'),
      column: member(cause, 'column'),
      detail: member(cause, 'detail'),
      message: member(cause, 'message') ?? '',
      inText: member(cause, 'position') !== null,
      raised: member(cause, 'routine') === 'exec_stmt_raise',
    }
  }
  return null
}

/** True when a transaction lost against another one and may be tried again. */
export function isTransactionConflict(error: unknown): boolean {
  const sqlstate = databaseErrorCode(error)?.sqlstate
  return sqlstate === '40001' || sqlstate === '40P01' || isHeldByOthers(error)
}

/** True when a lock was not to be had in the time that `lock_timeout` gives. */
export function isHeldByOthers(error: unknown): boolean {
  return databaseErrorCode(error)?.sqlstate === '55P03'
}

/** True when a statement ran for longer than it may. */
export function isTooSlow(error: unknown): boolean {
  return databaseErrorCode(error)?.sqlstate === '57014'
}

/** True when Postgres could not compute a value: out of its type's range, or divided by zero, as a view may do. */
export function isUncomputable(error: unknown): boolean {
  return ['22003', '22008', '22012'].includes(databaseErrorCode(error)?.sqlstate ?? '')
}

/** True when a statement names a table or column that is not there. */
export function isUnknownName(error: unknown): boolean {
  return ['42P01', '42703'].includes(databaseErrorCode(error)?.sqlstate ?? '')
}

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EPIPE',
])
const NETWORK_MESSAGES = /^(Connection terminated|timeout exceeded when trying to connect|Error connecting to database)/

/** True when the database could not be reached, is starting or stopping, has no connection to give or took too long. */
export function isDatabaseDown(error: unknown): boolean {
  const sqlstate = databaseErrorCode(error)?.sqlstate
  // 08P01, a protocol violation, is a fault of the statement's sender
  if (sqlstate !== undefined) return /^(08(?!P01)|57P0[1-5]|53300)/.test(sqlstate)
  for (const cause of causes(error)) {
    if (NETWORK_CODES.has(member(cause, 'code') ?? '')) return true
    if (NETWORK_MESSAGES.test(member(cause, 'message') ?? '')) return true
  }
  return false
}

function* causes(error: unknown): Generator<object> {
  let current = error
  for (let depth = 0; depth < 5 && typeof current === 'object' && current !== null; depth++) {
    yield current
    const { cause, sourceError, errors } = current as { cause?: unknown; sourceError?: unknown; errors?: unknown }
    current = cause ?? sourceError ?? (Array.isArray(errors) ? errors[0] : null)
  }
}

function member(object: object, name: string): string | null {
  const value = (object as Record<string, unknown>)[name]
  return typeof value === 'string' && value !== '' ? value : null
}
