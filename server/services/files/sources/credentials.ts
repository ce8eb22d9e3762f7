import type { Problem } from '../../../errors.ts'
import { problem } from '../../../write/body.ts'

export interface Credentials {
  readonly user: string
  readonly password: string
}

/**
 * Reads `_user` and `_password`; none, when neither is there. Control characters would end a header or a command, and
 * begin another.
 */
export function readCredentials(
  { _user: user, _password: password }: Readonly<Record<string, unknown>>,
  pointer: string,
  problems: Problem[],
): Credentials | null {
  const name = readPlain(user, `${pointer}/_user`, problems)
  const secret = readPlain(password, `${pointer}/_password`, problems)
  return name === null && secret === null ? null : { user: name ?? '', password: secret ?? '' }
}

/** A text of one line; null where it is left out or empty. */
export function readPlain(value: unknown, pointer: string, problems: Problem[]): string | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'string' && value.length <= 1000 && !/\p{Cc}/u.test(value)) return value
  problems.push(problem(pointer, 'expected a text of at most 1000 characters, none of them a control character'))
  return null
}
