import type { Context } from 'hono'
import { AppError } from '../errors.ts'
import { type AppEnv, requireCaller } from '../http.ts'
import type { Auth } from './auth.ts'

/**
 * The user of the path `/api/v2/auth/users/:userId/…`, whom administrators and services ask about.
 *
 * @throws {AppError} FORBIDDEN for who is no administrator, NOT_FOUND for a user there is not.
 */
export async function userAskedFor(c: Context<AppEnv>, { database }: Pick<Auth, 'database'>): Promise<number> {
  const { isAdministrator, kind, rights } = requireCaller(c)
  // a service that its own permissions narrow does less than everything
  if (!isAdministrator && !(kind === 'service' && rights.unrestricted)) {
    throw new AppError({ code: 'FORBIDDEN', detail: 'only administrators see and end the sign-ins of others' })
  }
  const id = idOf(c.req.param('userId'))
  const user = database.kysely
    .selectFrom('users')
    .select('id')
    .where('id', '=', id ?? 0)
  if (id === null || (await user.executeTakeFirst()) === undefined) {
    throw new AppError({ code: 'NOT_FOUND', detail: 'there is no such user' })
  }
  return id
}

/** An id in a path; null for what is none. */
export function idOf(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
}
