/** What a token may be used for beside its user's rights: `read` alone changes nothing. */
export const SCOPES = ['read', 'write'] as const
export type Scope = (typeof SCOPES)[number]

/** What each scope is called where a person decides about it. */
export const SCOPE_TEXTS: Readonly<Record<Scope, string>> = {
  read: 'Read what you may read',
  write: 'Change what you may change',
}

/** Every scope, as a `scope` parameter lists them (RFC 6749, section 3.3). */
export const ALL_SCOPES: string = SCOPES.join(' ')

/**
 * What is granted of what was asked for, none asked for being all that is allowed, in our order; null when that is
 * nothing or more than allowed.
 */
export function grantedScope(asked: string | undefined, allowed: string): string | null {
  const [wanted, possible] = [scopesOf(asked ?? allowed), scopesOf(allowed)]
  if (wanted.some((scope) => !possible.includes(scope))) return null
  const granted = SCOPES.filter((scope) => wanted.includes(scope))
  return granted.length === 0 ? null : granted.join(' ')
}

/** Whether the first covers all of the second. */
export function covers(scope: string, other: string): boolean {
  const given = scopesOf(scope)
  return scopesOf(other).every((each) => given.includes(each))
}

export function scopesOf(scope: string): readonly string[] {
  return scope.split(' ').filter((each) => each !== '')
}
