import type { Context } from 'hono'
import type { Passkey } from '../../../shared/account.ts'
import { AppError } from '../../errors.ts'
import type { AppEnv } from '../../http.ts'
import type { Auth } from '../auth.ts'
import { randomText, toBase64Url } from '../base64url.ts'
import { holdUserAlone } from '../hold-user.ts'
import { jsonMembers, textOf, textsOf } from '../json-body.ts'
import { type OwnUser, person, provenOtp, provenPassword } from '../own-password.ts'
import { readRegistration } from './answer.ts'
import { newChallenge, openChallenge, takeChallenge } from './challenges.ts'
import { creationOptions } from './options.ts'
import { passkeyName } from './passkey-name.ts'
import type { RelyingParty } from './relying-party.ts'
import { addPasskey, countPasskeys, credentialsOf } from './store.ts'
import { misdirected, verifiedRegistration } from './verify.ts'

/** Of one user; a browser is told all of them whenever one is added. */
const MOST = 20
const HANDLE_BYTES = 32

/**
 * Who asks for it, knowing the current password and, with a second factor, a one-time code: a session that somebody left
 * open does not do, as a passkey outlasts it.
 *
 * @throws {AppError} FORBIDDEN, VALIDATION, TOTP_REQUIRED, RATE_LIMITED
 */
export async function provenPerson(c: Context<AppEnv>, auth: Auth): Promise<OwnUser> {
  const user = person(c)
  const body = await jsonMembers(c, auth)
  const { currentPassword } = textsOf(body, ['currentPassword'])
  const otp = textOf(body, 'otp')
  await provenPassword(c, auth, user, currentPassword)
  await provenOtp(c, auth, user.userId, otp)
  return user
}

/** `POST …/passkeys/register/options`: what the browser makes a passkey of. */
export async function registrationOptions(c: Context<AppEnv>, auth: Auth, party: RelyingParty): Promise<Response> {
  const user = await provenPerson(c, auth)
  const { known, userHandle: former } = await credentialsOf(auth, user.userId)
  if (known.length >= MOST) throw tooMany()
  const userHandle = former ?? randomText(HANDLE_BYTES)
  const challenge = await newChallenge(auth, { kind: 'register', userId: user.userId, userHandle })
  return c.json(creationOptions({ party, user, userHandle, challenge, known }))
}

/** Takes the passkey that was made. @throws {AppError} FORBIDDEN, VALIDATION */
export async function register(c: Context<AppEnv>, auth: Auth, party: RelyingParty): Promise<Passkey> {
  const { userId } = person(c)
  const body = await jsonMembers(c, auth)
  const name = passkeyName(body)
  const registration = readRegistration(body.credential)
  const fault = misdirected(registration.clientData, party)
  if (fault !== null) throw refused(fault)
  const challenge = await openChallenge(auth, registration.clientData.challenge, 'register')
  if (challenge === null || challenge.userId !== userId) throw refused('It came too late. Begin anew.')
  const made = await verifiedRegistration(registration, party)
  if (made === null) {
    throw refused('It is no passkey that this service can take: it needs one that checks who you are when you use it.')
  }
  const { credential, credentialBackedUp } = made
  return auth.database.transaction(async ({ kysely }) => {
    // one after the other: several may have been begun before any was added
    if (!(await holdUserAlone(kysely, userId))) throw refused('The user is disabled.')
    if ((await countPasskeys(kysely, userId)) >= MOST) throw tooMany()
    if (!(await takeChallenge(kysely, auth.now(), challenge))) throw refused('It was sent before. Begin anew.')
    const added = await addPasskey(kysely, {
      user_id: userId,
      credential_id: credential.id,
      user_handle: challenge.userHandle,
      public_key: toBase64Url(credential.publicKey),
      counter: credential.counter,
      transports: registration.transports.join(' '),
      name,
      created_at: Math.floor(auth.now() / 1000),
      last_used_at: null,
      is_backed_up: credentialBackedUp,
    })
    if (added === null) throw refused('This passkey is known already.')
    return added
  })
}

function refused(detail: string): AppError {
  return new AppError({ code: 'VALIDATION', detail, pointer: '/credential' })
}

function tooMany(): AppError {
  return new AppError({ code: 'VALIDATION', detail: `A user has ${MOST} passkeys at most: remove one.`, pointer: '' })
}
