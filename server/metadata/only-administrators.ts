import type { Problem } from '../errors.ts'
import type { Intent } from '../write/effects.ts'

/** What somebody is told who is no administrator and writes what only they may. */
export function onlyAdministrators({ pointer }: Intent, what: string): Problem {
  return { code: 'FORBIDDEN', ...(pointer === '' ? {} : { pointer }), detail: `only administrators change ${what}` }
}
