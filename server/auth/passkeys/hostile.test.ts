import fc from 'fast-check'
import type { Hono } from 'hono'
import { beforeAll, describe, expect, it } from 'vitest'
import { PasskeyDevice } from '../../../e2e/harness/passkey-device.ts'
import type { Database } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { AppEnv } from '../../http.ts'
import { createAuth } from '../index.ts'
import { addUser, ORIGIN, openTestDatabase, PASSWORD, signIn, testApp } from '../test-service.ts'
import { readAssertion, readRegistration } from './answer.ts'
import { verifiedAssertion, verifiedRegistration } from './verify.ts'

const PARTY = { id: 'cms.test', origin: ORIGIN }
const CHALLENGE = 'AAAA'
const device = new PasskeyDevice(ORIGIN)
const created = device.create({ rp: { id: PARTY.id }, user: { id: 'AAAA' }, challenge: CHALLENGE })
const got = device.get({ rpId: PARTY.id, challenge: CHALLENGE })

const base64Url = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('base64url'))
/** Something where a text of bytes is due. */
const anything = fc.oneof(base64Url, fc.string(), fc.json(), fc.jsonValue())

/** A credential as a browser would send it, with some of its members replaced. */
function altered<T extends { readonly response: object }>(credential: T) {
  const inner = Object.keys(credential.response)
  return fc
    .record({
      outer: fc.dictionary(fc.constantFrom('id', 'rawId', 'type', 'response', '__proto__'), anything, { maxKeys: 2 }),
      inner: fc.dictionary(fc.constantFrom(...inner, 'transports'), anything, { maxKeys: 2 }),
    })
    .map(({ outer, inner: members }) => ({
      ...credential,
      response: { ...credential.response, ...members },
      ...outer,
    }))
}

/** One byte of a text of bytes replaced, or the rest of it cut off. */
function damaged(text: string, from = 0) {
  const bytes = Buffer.from(text, 'base64url')
  return fc
    .record({ at: fc.integer({ min: from, max: bytes.length - 1 }), to: fc.nat(255), cut: fc.boolean() })
    .map(({ at, to, cut }) => {
      const copy = Buffer.from(bytes)
      copy[at] = to
      return (cut ? copy.subarray(0, at + 1) : copy).toString('base64url')
    })
}

/** What a reader makes of something; null for a refusal, which has to say where and why. */
function read<T>(reader: (value: unknown) => T, value: unknown): T | null {
  try {
    return reader(value)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    expect(error.problems).toMatchObject([
      {
        code: 'VALIDATION',
        pointer: expect.stringMatching(/^\/credential/),
        detail: expect.stringMatching(/^Expected/),
      },
    ])
    return null
  }
}

describe('what is no answer of a passkey', () => {
  it('[ERR:VALIDATION] is told by pointer, whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), altered(created), altered(got)), (value) => {
        read(readRegistration, value)
        read(readAssertion, value)
      }),
      { numRuns: 500 },
    )
  })

  it('[ERR:VALIDATION] makes a passkey that verified its person, or none, however it is damaged', async () => {
    const { attestationObject } = created.response
    await fc.assert(
      fc.asyncProperty(fc.oneof(damaged(attestationObject), base64Url), async (text) => {
        const registration = readRegistration({
          ...created,
          response: { ...created.response, attestationObject: text || 'AA' },
        })
        const made = await verifiedRegistration(registration, PARTY)
        // the key itself, its id and the flags may be any: what nobody signed cannot be told from what was meant
        if (made !== null) expect(made.userVerified).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('[A2.b] signs nobody in, however it is damaged', async () => {
    const registration = await verifiedRegistration(readRegistration(created), PARTY)
    const key = new Uint8Array(registration?.credential.publicKey ?? [])
    const verifiesUser = { verifiesUser: true }
    expect(await verifiedAssertion(readAssertion(got), PARTY, key, verifiesUser)).not.toBeNull()
    const { clientDataJSON, authenticatorData, signature } = got.response
    const response = fc.oneof(
      damaged(clientDataJSON).map((text) => ({ ...got.response, clientDataJSON: text })),
      damaged(authenticatorData).map((text) => ({ ...got.response, authenticatorData: text })),
      // the number at its end: the head of DER may say the same in several ways
      damaged(signature, Buffer.from(signature, 'base64url').length - 24).map((text) => ({
        ...got.response,
        signature: text,
      })),
    )
    await fc.assert(
      fc.asyncProperty(response, async (each) => {
        const isSame = JSON.stringify(each) === JSON.stringify(got.response)
        const assertion = read(readAssertion, { ...got, response: each })
        const used = assertion === null ? null : await verifiedAssertion(assertion, PARTY, key, verifiesUser)
        expect(used !== null).toBe(isSame)
      }),
      { numRuns: 300 },
    )
  })
})

describe('the routes of passkeys', () => {
  let database: Database
  let app: Hono<AppEnv>
  let cookie: string

  beforeAll(async () => {
    database = await openTestDatabase()
    await addUser(database, 'ada')
    app = testApp(createAuth({ database }))
    cookie = (await signIn(app, 'ada', PASSWORD)).cookie
  })

  it('[ERR:VALIDATION] [ERR:BODY_SYNTAX] answer anything without failing', async () => {
    const paths = [
      'register',
      'register/options',
      'sign-in',
      'sign-in/options',
      '1/remove',
      '%00/remove',
      '99999999999999999999/remove',
    ]
    const body = fc.oneof(
      fc.string(),
      fc.json(),
      fc.oneof(altered(created), altered(got)).map((credential) => JSON.stringify({ name: 'x', credential })),
      fc
        .record({ challengeToken: anything, credential: anything, currentPassword: fc.nat() })
        .map((each) => JSON.stringify(each)),
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), body, async (path, text) => {
        const response = await app.request(`${ORIGIN}/api/v2/auth/passkeys/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: ORIGIN, cookie },
          body: text,
        })
        expect([200, 400, 401, 404, 422, 429]).toContain(response.status)
      }),
      { numRuns: 300 },
    )
    expect(await database.kysely.selectFrom('marquee_passkeys').selectAll().execute()).toEqual([])
  })
})
