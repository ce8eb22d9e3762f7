import { authorOf } from '../data-api/author.ts'
import { AppError } from '../errors.ts'
import type { Caller } from '../http.ts'
import type { Author } from '../write/changes.ts'

/**
 * On whose behalf a service is called, form-encoded: `id=7&name=Ada+Byron`, without an id for a service. It is believed of
 * services alone, and decides over nothing but the name in edit history.
 */
export const ACTING_USER = 'x-marquee-acting-user'

const MOST_LETTERS = 500

/** Who acts by a request: its caller, or who a service says it calls for. @throws {AppError} PARAMETER */
export function actingAuthor(caller: Caller, header: string | undefined): Author {
  return caller.kind === 'service' && header !== undefined ? readActingUser(header) : authorOf(caller)
}

export function writeActingUser({ userId, name: whole }: Author): string {
  const name = whole.slice(0, MOST_LETTERS)
  return String(new URLSearchParams(userId === null ? { name } : { id: String(userId), name }))
}

/** @throws {AppError} PARAMETER */
export function readActingUser(header: string): Author {
  const given = new URLSearchParams(header)
  const [id, name] = [given.get('id'), given.get('name') ?? '']
  const isKnown = (id === null || /^[1-9]\d{0,14}$/.test(id)) && name !== '' && name.length <= MOST_LETTERS
  if (isKnown && !name.includes('\0')) return { userId: id === null ? null : Number(id), name }
  throw new AppError({
    code: 'PARAMETER',
    header: ACTING_USER,
    detail: `expected id=<user's id>&name=<1 to ${MOST_LETTERS} characters>, form-encoded`,
  })
}
