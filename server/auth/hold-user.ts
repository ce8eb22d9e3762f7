import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'

/**
 * Keeps a user as it is until the transaction ends; false for one that is gone or disabled. Whoever changes a password or
 * disables a user writes that row first and then ends the tokens there are: a token that is being made is either among
 * them, or is not made any more.
 */
export async function holdUser(kysely: Kysely<Tables>, userId: number): Promise<boolean> {
  return (await enabled(kysely, userId).forShare().executeTakeFirst()) !== undefined
}

/** The same, and nobody else may hold the user meanwhile: for what is counted before more of it is added. */
export async function holdUserAlone(kysely: Kysely<Tables>, userId: number): Promise<boolean> {
  return (await enabled(kysely, userId).forNoKeyUpdate().executeTakeFirst()) !== undefined
}

function enabled(kysely: Kysely<Tables>, userId: number) {
  return kysely.selectFrom('users').select('id').where('id', '=', userId).where('is_disabled', '=', false)
}
