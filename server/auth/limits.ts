import { handleHash } from './handle.ts'

/** How failed attempts of one kind are limited [A2.a]. */
export interface Limit {
  /** `<kind>:<whom or where>` */
  readonly key: string
  /** So many failures are free, then one has to wait. */
  readonly most: number
  /** Milliseconds after which one failure is forgotten; the wait, where waits do not grow. */
  readonly leak: number
  /** Each further failure doubles the wait, from 15 seconds up to a quarter of an hour. */
  readonly grows: boolean
  /** A success makes the address known for the account. */
  readonly remembers?: boolean
  /** Holds for addresses that are not known for the account: whoever fails on purpose locks out nobody at home. */
  readonly sparesKnown?: boolean
  /** What the log tells of it. */
  readonly about: Readonly<Record<string, string | number | null>>
}

const MINUTE = 60_000
/** For a person at a keyboard, then for whatever tries on. */
const GUESSES = { most: 10, leak: 10 * MINUTE, grows: true } as const
const ADDRESS = { most: 50, leak: 6_000, grows: false } as const
/** Of one account from everywhere together. */
const EVERYWHERE = { most: 100, leak: 6_000, grows: false } as const
/** Where nothing tells an account's user from anybody else. */
const NOWHERE = { most: 10, leak: 30_000, grows: false } as const
const ACCOUNT_MAILS = { most: 5, leak: MINUTE, grows: false } as const

/**
 * Signing in with a password: per account and address, per account, and per address. An account is named as it was given,
 * so that nothing tells whether there is one.
 */
export function signInLimits(username: string, address: string | null): readonly Limit[] {
  const account = plain(username)
  const about = { account: handleHash(account).slice(0, 16), address }
  if (address === null) return [{ key: `account:${account}`, ...NOWHERE, about }]
  return [
    { key: `account-at:${account}@${address}`, ...GUESSES, remembers: true, about },
    { key: `account:${account}`, ...EVERYWHERE, sparesKnown: true, about },
    ...addressLimits(address),
  ]
}

/** A network of many people has its slips too, so that its waits do not grow. */
export function addressLimits(address: string | null): readonly Limit[] {
  return address === null ? [] : [{ key: `address:${address}`, ...ADDRESS, about: { address } }]
}

/** A client's secret, counted per address: whoever knows only a client's id cannot lock the service out. */
export function clientLimit(clientId: string, address: string | null): Limit {
  const client = clientId.slice(0, 200)
  return {
    key: `client:${client}@${address ?? ''}`,
    ...(address === null ? NOWHERE : GUESSES),
    about: { client, address },
  }
}

/** Codes of a user who gave the password already. */
export function otpLimit(userId: number): Limit {
  return { key: `otp:${userId}`, ...GUESSES, about: { user: userId } }
}

/** Requests for a mail, every one of which counts: whoever asks for many fills somebody's mailbox. */
export function recoveryLimits(username: string, address: string | null): readonly Limit[] {
  const name = plain(username)
  const about = { account: handleHash(name).slice(0, 16), address }
  const account: Limit = { key: `recovery:${name}`, ...ACCOUNT_MAILS, about }
  return address === null
    ? [account]
    : [account, { key: `recovery-address:${address}`, ...ADDRESS, about: { address } }]
}

/** Sign-ins that are begun at outside providers, every one of which counts: each makes them work. */
export function providerLimits(address: string | null): readonly Limit[] {
  const limit = { most: 200, leak: 1_500, grows: false, about: { address } }
  return address === null ? [] : [{ key: `provider-address:${address}`, ...limit }]
}

function plain(username: string): string {
  return username.toLowerCase().slice(0, 320)
}
