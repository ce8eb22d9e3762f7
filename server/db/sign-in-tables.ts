import type { Generated } from 'kysely'

/** What is known of a sign-in beside its tokens; one without tokens that are good has ended. Unix times in seconds. */
export interface SignIns {
  id: Generated<number>
  /** Of its tokens. */
  family: string
  user_id: number
  started_at: number
  /** Written once a minute at most. */
  last_used_at: number
  /** As the last request had them; null: not known. */
  user_agent: string | null
  address: string | null
}

export interface SignInTables {
  marquee_sign_ins: SignIns
}
