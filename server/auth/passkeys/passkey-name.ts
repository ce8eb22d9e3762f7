import { AppError } from '../../errors.ts'
import { textsOf } from '../json-body.ts'

const LONGEST = 100

/** What a user calls a passkey, from a body's `name`. @throws {AppError} VALIDATION */
export function passkeyName(body: Readonly<Record<string, unknown>>): string {
  const name = textsOf(body, ['name']).name.trim()
  if (name !== '' && name.length <= LONGEST && !/\p{Cc}/u.test(name) && name.isWellFormed()) return name
  const detail = `"name" is a line of ${LONGEST} characters at most.`
  throw new AppError({ code: 'VALIDATION', detail, pointer: '/name' })
}
