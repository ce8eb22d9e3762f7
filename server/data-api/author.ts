import type { Caller } from '../http.ts'
import type { Author } from '../write/changes.ts'

/** As whom edit history names a caller: a user with the id, a service by its name alone. */
export function authorOf({ kind, userId, name, key }: Pick<Caller, 'kind' | 'userId' | 'name' | 'key'>): Author {
  return { userId: kind === 'user' ? userId : null, name: name === '' ? key : name }
}
