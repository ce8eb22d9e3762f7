import { beforeAll, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { fromBase64Url } from './base64url.ts'
import { createAuth } from './index.ts'
import { RS512, readJwt, signJwt } from './jwt.ts'
import { addUser, openTestDatabase, testClock } from './test-service.ts'

const DAY = 86_400
const clock = testClock()
let database: Database
let user: number

beforeAll(async () => {
  database = await openTestDatabase()
  user = await addUser(database, 'ada')
})

/** One instance of the service: instances share the database and nothing else. */
const instance = () => createAuth({ database, now: clock.now })
const issue = (auth = instance()) => auth.tokens.issue({ userId: user, clientId: null })

async function jwts(): Promise<readonly string[]> {
  const rows = await database.read({ text: "select jwt from auth_tokens where kind = 'access'", values: [] })
  return rows.map(([jwt]) => jwt ?? '')
}

const forget = () => database.kysely.deleteFrom('auth_tokens').execute()

test('[A1.e] [AUTH3] a handle refers to a JWT that a key of /oauth/jwks verifies by RS512', async () => {
  const auth = instance()
  const { access, expiresAt } = await issue(auth)
  const [jwt = ''] = await jwts()
  const [head = '', body = '', signature = ''] = jwt.split('.')
  const decoded = (part: string) => JSON.parse(new TextDecoder().decode(fromBase64Url(part) ?? new Uint8Array()))
  const [key] = await auth.keys.published()
  expect(decoded(head)).toEqual({ alg: 'RS512', typ: 'at+jwt', kid: key?.kid })
  expect(decoded(body)).toMatchObject({
    sub: String(user),
    scope: 'read write',
    exp: expiresAt,
    iss: 'marquee',
    aud: 'marquee',
  })
  expect(JSON.stringify(decoded(body))).not.toContain(access)
  const verifier = await crypto.subtle.importKey('jwk', { ...key }, RS512, false, ['verify'])
  const signed = new TextEncoder().encode(`${head}.${body}`)
  expect(await crypto.subtle.verify(RS512, verifier, fromBase64Url(signature) ?? new Uint8Array(), signed)).toBe(true)
  expect(Object.keys(key ?? {}).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
})

test('[A1.e] a row that was made or changed by anything without a key is no token', async () => {
  const other = await addUser(database, 'eve', { isAdministrator: true })
  const good = await issue()
  const forged = await issue()
  expect(await instance().callers.resolve(forged.access)).toMatchObject({ userId: user })
  const hashOf = (jwt: string) => readJwt(jwt)?.claims.jti as string
  const rows = await database.read({
    text: "select handle_hash, jwt from auth_tokens where kind = 'access' order by handle_hash",
    values: [],
  })
  const changed = async (set: Record<string, unknown>) => {
    const results: unknown[] = []
    for (const [hash, jwt] of rows) {
      expect(hashOf(jwt ?? '')).toBe(hash)
      await database.kysely
        .updateTable('auth_tokens')
        .set(set)
        .where('handle_hash', '=', hash ?? '')
        .execute()
    }
    for (const { access } of [good, forged]) results.push(await instance().callers.resolve(access))
    for (const [hash, jwt] of rows)
      await database.kysely
        .updateTable('auth_tokens')
        .set({ user_id: user, jwt: jwt ?? '', expires_at: Number(readJwt(jwt ?? '')?.claims.exp) })
        .where('handle_hash', '=', hash ?? '')
        .execute()
    return results
  }
  expect(await changed({ user_id: other })).toEqual([null, null])
  expect(await changed({ expires_at: 4_000_000_000 })).toEqual([null, null])
  expect(await changed({ jwt: '' })).toEqual([null, null])
  const pair = await crypto.subtle.generateKey(
    { ...RS512, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ['sign', 'verify'],
  )
  const { header, claims } = readJwt(rows[0]?.[1] ?? '') ?? { header: { kid: '', typ: '' }, claims: {} }
  expect(await changed({ jwt: await signJwt(pair.privateKey, header, claims) })).toEqual([null, null])
  expect(await instance().callers.resolve(good.access)).toMatchObject({ userId: user })
})

test.each(['', 'a.b', 'a.b.c', '..', 'e30.e30.e30', `${'A'.repeat(10)}.=.*`, 'eyJhbGciOiJub25lIn0.e30.'])(
  '[A1.e] %j is no JWT of ours',
  async (text) => {
    expect(await instance().keys.verify('at+jwt', text)).toBeNull()
  },
)

test('[A1.e] instances that start together sign with one key', async () => {
  await database.kysely.deleteFrom('marquee_signing_keys').execute()
  await forget()
  const auth = instance()
  await Promise.all([issue(), issue(), issue(auth), issue(auth)])
  const keys = await database.kysely.selectFrom('marquee_signing_keys').select('kid').execute()
  expect(keys).toHaveLength(1)
  expect(new Set((await jwts()).map((jwt) => readJwt(jwt)?.header.kid))).toEqual(new Set([keys[0]?.kid]))
})

test('[A1.e] [A1.c] a new key signs at once here, within a minute elsewhere; the old one is published while tokens need it', async () => {
  const [here, elsewhere] = [instance(), instance()]
  const before = await issue(here)
  await issue(elsewhere)
  const kids = async () => (await instance().keys.published()).map(({ kid }) => kid)
  const [old = ''] = await kids()
  const fresh = await here.keys.rotate()
  const signedBy = async (auth = here) => {
    await forget()
    await issue(auth)
    return readJwt((await jwts())[0] ?? '')?.header.kid
  }
  expect(await here.callers.resolve(before.access)).not.toBeNull()
  expect(await kids()).toEqual([fresh, old])
  expect([await signedBy(here), await signedBy(elsewhere)]).toEqual([fresh, old])
  clock.advance(60)
  expect(await kids()).toEqual([fresh, old])
  expect(await signedBy(elsewhere)).toBe(fresh)
  expect(await kids()).toEqual([fresh])
})

test('[A1.e] keys are replaced by age, and those that nothing needs any more are dropped', async () => {
  const [old] = await instance().keys.published()
  clock.advance(90 * DAY)
  await Promise.all([issue(), issue()])
  const keys = await instance().keys.published()
  expect(keys.map(({ kid }) => kid)).not.toContain(old?.kid)
  clock.advance(90 * DAY)
  await issue()
  const stored = await database.kysely.selectFrom('marquee_signing_keys').select('kid').execute()
  expect(stored.map(({ kid }) => kid)).not.toContain(old?.kid)
  expect(stored).toHaveLength(2)
})
