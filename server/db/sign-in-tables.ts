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

/** When a user signed in last, or something in the user's name, whether that goes on or not. */
export interface LastSignIns {
  user_id: number
  /** Unix time in seconds. */
  at: number
}

/** A device that a user paired; one without tokens that are good, or a code that leads to some, is none any more. */
export interface Devices {
  id: Generated<number>
  user_id: number
  client_id: string
  name: string
  scope: string
  /** Of its tokens. */
  family: string
  paired_at: number
}

/** Codes of devices that ask to be paired, until they are redeemed (RFC 8628). */
export interface DeviceCodes {
  /** SHA-256, hex, both of them. */
  device_code_hash: string
  user_code_hash: string
  client_id: string
  scope: string
  issuer: string
  expires_at: number
  /** Seconds between polls. */
  interval_seconds: number
  /** Unix time in milliseconds; null: not yet. */
  polled_at: number | null
  is_denied: Generated<boolean>
  /** Who allowed it, and the device that became of it; null: nobody so far. */
  user_id: number | null
  device_id: number | null
}

export interface SignInTables {
  marquee_sign_ins: SignIns
  marquee_last_sign_ins: LastSignIns
  marquee_devices: Devices
  marquee_device_codes: DeviceCodes
}
