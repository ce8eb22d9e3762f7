import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

type Algorithm = 'ES256' | 'EdDSA' | 'RS256'

interface Credential {
  readonly id: string
  readonly userHandle: string
  readonly algorithm: Algorithm
  readonly privateKey: KeyObject
  counter: number
}

/** What there is to get wrong; everything as it should be unless told otherwise. */
export interface Manner {
  /** Where the page stands. */
  readonly origin?: string
  readonly challenge?: string
  readonly crossOrigin?: boolean
  /** Whether the person showed who they are, by PIN or finger. */
  readonly verified?: boolean
  /** A counter other than the next one. */
  readonly counter?: number
  /** The party whose key is used, where it is not that of the options. */
  readonly rpId?: string
  readonly userHandle?: string | null
  /** Length of a new credential's id. */
  readonly idBytes?: number
}

interface CreationOptions {
  readonly rp: { readonly id?: string }
  readonly user: { readonly id: string }
  readonly challenge: string
}

interface RequestOptions {
  readonly rpId?: string
  readonly challenge: string
}

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 }

/** An authenticator in software, with keys of its own (WebAuthn, sections 6.3.2 and 6.3.3), and the browser around it. */
export class PasskeyDevice {
  readonly #origin: string
  readonly #counts: boolean
  readonly credentials: Credential[] = []

  /** One that does not count says 0 each time, as those do that keep copies of their keys. */
  constructor(origin: string, { counts = true }: { readonly counts?: boolean } = {}) {
    this.#origin = origin
    this.#counts = counts
  }

  /** What `navigator.credentials.create` gives, as JSON. */
  create(options: CreationOptions, algorithm: Algorithm = 'ES256', manner: Manner = {}) {
    const { publicKey, privateKey } = keysOf(algorithm)
    const id = randomBytes(manner.idBytes ?? 16)
    const credential: Credential = {
      id: id.toString('base64url'),
      userHandle: options.user.id,
      algorithm,
      privateKey,
      counter: 0,
    }
    this.credentials.push(credential)
    const attested = Buffer.concat([Buffer.alloc(16), uint(id.length, 2), id, cbor(coseKey(algorithm, publicKey))])
    const party = manner.rpId ?? options.rp.id ?? ''
    const flags = FLAGS.attested | FLAGS.present | (manner.verified === false ? 0 : FLAGS.verified)
    const authData = Buffer.concat([authenticatorData(party, flags, manner.counter ?? 0), attested])
    const entries: readonly Entry[] = [
      ['fmt', 'none'],
      ['attStmt', []],
      ['authData', authData],
    ]
    return {
      id: credential.id,
      rawId: credential.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options.challenge, manner).toString('base64url'),
        attestationObject: cbor(entries).toString('base64url'),
        transports: ['internal', 'hybrid'],
      },
    }
  }

  /** What `navigator.credentials.get` gives, as JSON, by the latest credential or another one. */
  get(options: RequestOptions, manner: Manner = {}, credential = this.credentials.at(-1)) {
    if (credential === undefined) throw new Error('the device has no passkey')
    if (this.#counts) credential.counter += 1
    const flags = FLAGS.present | (manner.verified === false ? 0 : FLAGS.verified)
    const authData = authenticatorData(manner.rpId ?? options.rpId ?? '', flags, manner.counter ?? credential.counter)
    const clientData = this.#clientData('webauthn.get', options.challenge, manner)
    const digest = credential.algorithm === 'EdDSA' ? null : 'sha256'
    const signature = sign(digest, Buffer.concat([authData, sha256(clientData)]), credential.privateKey)
    const { userHandle = credential.userHandle } = manner
    return {
      id: credential.id,
      rawId: credential.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        ...(userHandle === null ? {} : { userHandle }),
      },
    }
  }

  #clientData(type: string, challenge: string, manner: Manner): Buffer {
    const { origin = this.#origin, crossOrigin = false } = manner
    return Buffer.from(JSON.stringify({ type, challenge: manner.challenge ?? challenge, origin, crossOrigin }))
  }
}

function keysOf(algorithm: Algorithm) {
  if (algorithm === 'ES256') return generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return algorithm === 'EdDSA' ? generateKeyPairSync('ed25519') : generateKeyPairSync('rsa', { modulusLength: 2048 })
}

function authenticatorData(party: string, flags: number, counter: number): Buffer {
  return Buffer.concat([sha256(Buffer.from(party)), uint(flags, 1), uint(counter, 4)])
}

/** COSE_Key (RFC 9053, section 7). */
function coseKey(algorithm: Algorithm, publicKey: KeyObject): readonly Entry[] {
  const jwk = publicKey.export({ format: 'jwk' })
  const bytes = (text = ''): Buffer => Buffer.from(text, 'base64url')
  if (algorithm === 'RS256') {
    return [
      [1, 3],
      [3, -257],
      [-1, bytes(jwk.n)],
      [-2, bytes(jwk.e)],
    ]
  }
  const isEdwards = algorithm === 'EdDSA'
  const point: readonly Entry[] = [
    [1, isEdwards ? 1 : 2],
    [3, isEdwards ? -8 : -7],
    [-1, isEdwards ? 6 : 1],
    [-2, bytes(jwk.x)],
  ]
  return isEdwards ? point : [...point, [-3, bytes(jwk.y)]]
}

type Value = number | string | Buffer | readonly Entry[]
type Entry = readonly [number | string, Value]

/** CBOR (RFC 8949) of what authenticators send: whole numbers, texts, bytes, and maps of them. */
function cbor(value: Value): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = value as readonly Entry[]
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, each]) => [cbor(key), cbor(each)])])
}

function head(major: number, size: number): Buffer {
  if (size < 24) return uint((major << 5) | size, 1)
  const bytes = size < 0x100 ? 1 : 2
  return Buffer.concat([uint((major << 5) | (23 + bytes), 1), uint(size, bytes)])
}

function uint(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntBE(value, 0, bytes)
  return buffer
}

function sha256(data: Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}
