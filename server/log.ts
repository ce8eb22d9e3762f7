import type { LogLevel } from './config.ts'
import { databaseErrorCode } from './db/errors.ts'

export type LogFields = Readonly<Record<string, unknown>>

/** Writes one JSON line an event [G5]. */
export interface Log {
  readonly debug: (event: string, fields?: LogFields) => void
  readonly info: (event: string, fields?: LogFields) => void
  readonly warn: (event: string, fields?: LogFields) => void
  readonly error: (event: string, fields?: LogFields) => void
}

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent']
const SECRET = /password|secret|token|cookie|authorization|otp|credential/i
const HIDDEN = '********'

/** `write` gets each line without its line end. */
export function createLog(level: LogLevel, write: (line: string) => void, now = (): Date => new Date()): Log {
  const threshold = LEVELS.indexOf(level)
  const at = (name: Exclude<LogLevel, 'silent'>): Log['info'] => {
    if (LEVELS.indexOf(name) < threshold) return () => undefined
    return (event, fields = {}) =>
      write(JSON.stringify({ time: now().toISOString(), level: name, event, ...fields }, presentable))
  }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

function presentable(key: string, value: unknown): unknown {
  if (SECRET.test(key) && value !== null && value !== undefined) return HIDDEN
  if (value instanceof Error) return describeError(value)
  return typeof value === 'bigint' ? String(value) : value
}

/** Drivers hang statements and their values on errors: only what is known to be harmless is taken. */
function describeError(error: Error): LogFields {
  const sqlstate = databaseErrorCode(error)?.sqlstate
  return {
    name: error.name,
    message: error.message,
    stack: error.stack
      ?.split('\n')
      .slice(1)
      .map((line) => line.trim()),
    ...(sqlstate === undefined ? {} : { sqlstate }),
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  }
}
