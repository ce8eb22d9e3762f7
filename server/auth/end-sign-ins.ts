import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Ends whatever users are signed in by: sessions, tokens, and codes and mailed links that could still become some. */
export async function endSignIns(kysely: Kysely<Tables>, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return
  await kysely.deleteFrom('auth_tokens').where('user_id', 'in', userIds).execute()
  await kysely.deleteFrom('marquee_sign_ins').where('user_id', 'in', userIds).execute()
  // codes of devices that wait for their tokens go with them
  await kysely.deleteFrom('marquee_devices').where('user_id', 'in', userIds).execute()
  await kysely.deleteFrom('marquee_oauth_codes').where('user_id', 'in', userIds).execute()
  await kysely.deleteFrom('marquee_password_resets').where('user_id', 'in', userIds).execute()
}
