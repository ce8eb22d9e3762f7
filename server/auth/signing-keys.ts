import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { randomText } from './base64url.ts'
import { isSigned, RS512, readJwt, signJwt } from './jwt.ts'
import { type AuthMemory, createAuthMemory, type SigningKey } from './memory.ts'

/** Any number that only changes of signing keys lock. */
const LOCK = 7_265_417_930
const GENERATION = { ...RS512, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) }
/** How long an instance goes on with the key it knows, in seconds: by then it notices that another one took its place. */
const BELIEF = 60
/** A superseded key is kept at least this long, in seconds, since instances may still sign with it. */
const KEPT = 600

/** A public key of `GET /oauth/jwks` (RFC 7517). */
export interface PublicKey {
  readonly kty: string
  readonly use: 'sig'
  readonly alg: 'RS512'
  readonly kid: string
  readonly n: string
  readonly e: string
}

export interface SigningKeys {
  /** A JWT by the current key, which is made when there is none and replaced when it is old. */
  readonly sign: (typ: string, claims: Readonly<Record<string, unknown>>) => Promise<{ jwt: string; kid: string }>
  /** The claims of a JWT that one of the keys signed; null for anything else. */
  readonly verify: (typ: string, jwt: string) => Promise<Readonly<Record<string, unknown>> | null>
  /** Begins to sign with a new key; gives its id. */
  readonly rotate: () => Promise<string>
  /** The current key and those that tokens which are still good were signed with, newest first. */
  readonly published: () => Promise<readonly PublicKey[]>
}

/**
 * The keys that what handles refer to is signed with, kept in the database like the key of sessions [G3]. Instances that
 * start together agree on the first one.
 *
 * @param maxAge seconds after which a key is replaced.
 */
export function createSigningKeys(
  database: Database,
  memory: AuthMemory,
  maxAge: number,
  now: () => number,
): SigningKeys {
  const seconds = (): number => Math.floor(now() / 1000)

  let looking: Promise<SigningKey> | null = null

  /** The key to sign with; requests that miss it at once look for it once. */
  async function current(): Promise<SigningKey> {
    const known = memory.signingKey
    if (known !== null && known.believedUntil > seconds()) return known
    looking ??= look(known).finally(() => {
      looking = null
    })
    return looking
  }

  async function look(known: SigningKey | null): Promise<SigningKey> {
    const at = seconds()
    const newest = (await newestKey(database)) ?? (await replace(at, () => false))
    const { kid, createdAt, jwk } = newest.createdAt + maxAge > at ? newest : await replace(at, isOld(at))
    const privateKey =
      known?.kid === kid ? known.privateKey : await crypto.subtle.importKey('jwk', jwk, RS512, false, ['sign'])
    const key = { kid, createdAt, privateKey, believedUntil: at + BELIEF }
    memory.signingKey = key
    return key
  }

  const isOld = (at: number) => (newest: StoredKey) => newest.createdAt + maxAge <= at

  /** Puts a new key in the place of the newest one, unless another instance just did; gives the newest. */
  async function replace(at: number, isDue: (newest: StoredKey) => boolean): Promise<StoredKey> {
    const fresh: StoredKey = { kid: randomText(12), createdAt: at, jwk: await newKey() }
    return database.transaction(async (tx) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx.kysely)
      const newest = await newestKey(tx)
      if (newest !== null && !isDue(newest)) return newest
      await tx.kysely
        .updateTable('marquee_signing_keys')
        .set({ superseded_at: at })
        .where('superseded_at', 'is', null)
        .execute()
      await tx.kysely
        .insertInto('marquee_signing_keys')
        .values({ kid: fresh.kid, private_jwk: JSON.stringify(fresh.jwk), created_at: at, superseded_at: null })
        .execute()
      await sql`delete from marquee_signing_keys k where k.superseded_at < ${at - KEPT}
        and not exists (select from auth_tokens t where t.kid = k.kid and t.expires_at > ${at})`.execute(tx.kysely)
      return fresh
    })
  }

  async function publicKey(kid: string): Promise<CryptoKey | null> {
    const known = memory.publicKeys.get(kid)
    if (known !== undefined) return known
    const rows = await database.read({
      text: 'select private_jwk from marquee_signing_keys where kid = $1',
      values: [kid],
    })
    const text = rows[0]?.[0]
    if (typeof text !== 'string') return null
    const key = await crypto.subtle.importKey('jwk', publicPart(kid, JSON.parse(text)), RS512, false, ['verify'])
    memory.publicKeys.set(kid, key)
    return key
  }

  return {
    sign: async (typ, claims) => {
      const { kid, privateKey } = await current()
      return { jwt: await signJwt(privateKey, { kid, typ }, claims), kid }
    },

    verify: async (typ, text) => {
      const jwt = readJwt(text)
      if (jwt === null || jwt.header.typ !== typ) return null
      const key = await publicKey(jwt.header.kid)
      return key !== null && (await isSigned(jwt, key)) ? jwt.claims : null
    },

    rotate: async () => {
      const { kid } = await replace(seconds(), () => true)
      memory.signingKey = null
      return kid
    },

    published: async () => {
      const at = seconds()
      const known = memory.published
      if (known !== null && known.until > at) return known.keys
      await current()
      const rows = await database.read({ name: 'published_keys', text: PUBLISHED, values: [at] })
      const keys = rows.map(([kid, jwk]) => publicPart(kid ?? '', JSON.parse(jwk ?? '{}')))
      memory.published = { keys, until: at + BELIEF }
      return keys
    },
  }
}

/** For whoever changes keys and serves nothing. */
export function signingKeys(database: Database): SigningKeys {
  return createSigningKeys(database, createAuthMemory(), Number.POSITIVE_INFINITY, Date.now)
}

interface StoredKey {
  readonly kid: string
  readonly createdAt: number
  readonly jwk: JsonWebKey
}

const PUBLISHED = `
select k.kid, k.private_jwk from marquee_signing_keys k
where k.superseded_at is null
  or exists (select from auth_tokens t where t.kid = k.kid and t.expires_at > $1 and t.revoked_at is null)
order by k.superseded_at is not null, k.created_at desc, k.kid`

const NEWEST = `
select kid, created_at::text, private_jwk from marquee_signing_keys
where superseded_at is null order by created_at desc limit 1`

async function newestKey(database: Pick<Database, 'read'>): Promise<StoredKey | null> {
  const [row] = await database.read({ text: NEWEST, values: [] })
  if (row === undefined) return null
  const [kid, createdAt, jwk] = row
  return { kid: kid ?? '', createdAt: Number(createdAt), jwk: JSON.parse(jwk ?? '{}') }
}

async function newKey(): Promise<JsonWebKey> {
  // runtimes differ in how much their types know of what comes of an algorithm
  const { privateKey } = (await crypto.subtle.generateKey(GENERATION, true, ['sign', 'verify'])) as CryptoKeyPair
  return (await crypto.subtle.exportKey('jwk', privateKey)) as JsonWebKey
}

/** Named member by member, so that nothing private can slip through. */
function publicPart(kid: string, { kty = '', n = '', e = '' }: JsonWebKey): PublicKey {
  return { kty, use: 'sig', alg: 'RS512', kid, n, e }
}
