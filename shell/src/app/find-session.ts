import type { CurrentUser } from '../../../shared/session.ts'
import { ApiError } from '../api/api-error.ts'
import { askQuietly } from '../api/quiet-session.ts'
import { loadCurrentUser } from '../api/session.ts'
import { readStored, writeStored } from '../interaction/stored.ts'

const KEY = 'marquee.session'

/** Keeps in mind that somebody signed in here, or that nobody is. */
export function rememberSession(open: boolean): void {
  writeStored(KEY, open || null)
}

/** Whether somebody was signed in here and did not sign out. */
export function hadSession(): boolean {
  return readStored<boolean>(KEY) === true
}

/** Who is signed in, or `null`. @throws when the server does not say. */
export async function findSession(signal: AbortSignal): Promise<CurrentUser | null> {
  const known = hadSession() ? undefined : await askQuietly(signal).catch(() => undefined)
  const user = known === undefined ? await currentUser(signal) : known
  rememberSession(user !== null)
  return user
}

async function currentUser(signal: AbortSignal): Promise<CurrentUser | null> {
  try {
    return await loadCurrentUser(signal)
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}
