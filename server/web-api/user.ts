import { type Context, Hono } from 'hono'
import type { UserProfile } from '../../shared/session.ts'
import { matchesTag } from '../data-api/conditional.ts'
import type { Database } from '../db/database.ts'
import { AppError, notAllowed } from '../errors.ts'
import { type AppEnv, bodyText, requireCaller } from '../http.ts'
import { limitDepth } from '../json-depth.ts'
import { conditionalBody } from './conditional-body.ts'
import { NO_STORE } from './display.ts'
import { getOnly } from './get-only.ts'
import { changeProfile, readProfile } from './profile.ts'
import { type ProvenPatch, patched, provenPatch } from './profile-patch.ts'

export interface UserRoutes {
  readonly database: Database
  readonly digest: (text: string) => string
  /** Callers are to be read afresh: one of them has another name or language. */
  readonly changed: () => void
  /** That it is the user who asks. @throws {AppError} VALIDATION, TOTP_REQUIRED, RATE_LIMITED */
  readonly proven: (c: Context<AppEnv>, proof: Proof) => Promise<void>
}

/** Members of a patch that are no part of the profile: what shows that its user sends it. */
export interface Proof {
  readonly currentPassword: string
  readonly otp: string | null
}

const JSON_TYPE = 'application/json; charset=UTF-8'
/** A patch of all preferences there may be, with room for how it is written. */
const MAX_PATCH = 262_144

/** `GET /user/me`, `GET` and `PATCH /user/current`: the caller's own profile and preferences [D9]. */
export function userRoutes({ database, digest, changed, proven }: UserRoutes): Hono<AppEnv> {
  const tagOf = (profile: UserProfile): string => `"${digest(JSON.stringify(profile))}"`
  const answer = async (c: Context<AppEnv>): Promise<Response> => {
    const profile = await readProfile(database, requireCaller(c).userId)
    return conditionalBody(c, JSON.stringify(profile), tagOf(profile), JSON_TYPE)
  }
  return new Hono<AppEnv>()
    .get('/user/me', answer)
    .all('/user/me', getOnly)
    .get('/user/current', answer)
    .patch('/user/current', async (c) => {
      const { userId, clientId } = requireCaller(c)
      const { patch, currentPassword, otp } = await patchOf(c)
      const condition = c.req.header('if-match')
      // a found session must not become the account: whoever has the address may recover the password
      const isProven = clientId === null && currentPassword !== null && Object.hasOwn(patch, 'email')
      if (isProven) await proven(c, { currentPassword, otp })
      const profile = await changeProfile(database, userId, (before) => {
        if (condition !== undefined && !matchesTag(condition, tagOf(before))) throw changedMeanwhile(tagOf(before))
        const after = patched(before, patch)
        if (after.email !== before.email) {
          if (clientId !== null) throw emailIsThePersons()
          if (!isProven) throw emailTakesPassword()
        }
        return after
      })
      changed()
      return c.json(profile, 200, { ...NO_STORE, etag: tagOf(profile) })
    })
    .all('/user/current', () => {
      const allow = 'GET, HEAD, PATCH'
      notAllowed(allow)
    })
}

async function patchOf(c: Context<AppEnv>): Promise<ProvenPatch> {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/merge-patch+json' && type !== 'application/json') {
    const detail = `expected a body of type application/merge-patch+json or application/json, found ${type ?? 'none'}`
    throw new AppError({ code: 'UNSUPPORTED_MEDIA_TYPE', header: 'Content-Type', detail })
  }
  const text = await bodyText(c.req)
  if (text.length > MAX_PATCH) {
    throw new AppError({ code: 'TOO_LARGE', detail: `a patch may have at most ${MAX_PATCH} characters` })
  }
  return provenPatch(parseJson(text))
}

function parseJson(text: string): unknown {
  limitDepth(text)
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError({ code: 'BODY_SYNTAX', detail: 'the body is not JSON', pointer: '' })
  }
}

/** Mailed links go to it, and sign-ins elsewhere may be known by it: who may change it may become the user. */
function emailIsThePersons(): AppError {
  const detail = 'The e-mail address is for its user to change, in the browser.'
  return new AppError({ code: 'FORBIDDEN', pointer: '/email', detail })
}

function emailTakesPassword(): AppError {
  const detail = 'expected the current password, as the e-mail address changes'
  return new AppError({ code: 'VALIDATION', pointer: '/currentPassword', detail })
}

function changedMeanwhile(etag: string): AppError {
  const detail = 'the profile was changed after it was read: read it again and repeat the change'
  return new AppError({ code: 'ETAG_MISMATCH', header: 'If-Match', detail, meta: { _etag: etag.slice(1, -1) } })
}
