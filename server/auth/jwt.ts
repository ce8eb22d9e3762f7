import { fromBase64Url, toBase64Url, utf8Bytes } from './base64url.ts'

/** RSASSA-PKCS1-v1_5 with SHA-512: RS512 (RFC 7518, section 3.3). */
export const RS512 = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-512' } as const

export interface JwtHeader {
  readonly alg: 'RS512'
  readonly kid: string
  /** What the token is, so that one kind is never taken for another (RFC 8725, section 3.11). */
  readonly typ: string
}

export interface Jwt {
  readonly header: JwtHeader
  readonly claims: Readonly<Record<string, unknown>>
  readonly signed: Uint8Array<ArrayBuffer>
  readonly signature: Uint8Array<ArrayBuffer>
}

/** A JWT in the compact form of RFC 7515: header, claims and signature as base64url, joined by dots. */
export async function signJwt(
  key: CryptoKey,
  header: Omit<JwtHeader, 'alg'>,
  claims: Readonly<Record<string, unknown>>,
): Promise<string> {
  const text = `${part({ alg: 'RS512', ...header })}.${part(claims)}`
  const signature = await crypto.subtle.sign(RS512, key, utf8Bytes(text))
  return `${text}.${toBase64Url(new Uint8Array(signature))}`
}

/** The parts of a JWT of ours, whose signature is still to be checked; null for anything else. */
export function readJwt(jwt: string): Jwt | null {
  const [head = '', body = '', tail = '', ...more] = jwt.split('.')
  const [header, claims, signature] = [objectOf(head), objectOf(body), fromBase64Url(tail)]
  if (header === null || claims === null || signature === null || more.length > 0) return null
  const { alg, kid, typ } = header
  // the algorithm is ours to name, never the token's
  if (alg !== 'RS512' || typeof kid !== 'string' || typeof typ !== 'string') return null
  return { header: { alg, kid, typ }, claims, signed: utf8Bytes(`${head}.${body}`), signature }
}

/** Whether the key's owner signed it. */
export function isSigned({ signed, signature }: Jwt, key: CryptoKey): Promise<boolean> {
  return crypto.subtle.verify(RS512, key, signature, signed)
}

function part(value: object): string {
  return toBase64Url(utf8Bytes(JSON.stringify(value)))
}

function objectOf(text: string): Readonly<Record<string, unknown>> | null {
  const bytes = fromBase64Url(text)
  if (bytes === null) return null
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : null
  } catch {
    return null
  }
}
