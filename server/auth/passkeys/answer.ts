import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { AppError } from '../../errors.ts'
import { fromBase64Url } from '../base64url.ts'

/** What an authenticator signed beside its own data (WebAuthn, section 5.8.1). */
export interface ClientData {
  readonly challenge: string
  readonly origin: string
  /** The page stood in a frame of another site. */
  readonly crossOrigin: boolean
}

/** What a browser made of creation options (`RegistrationResponseJSON` of WebAuthn, section 5.1). */
export interface Registration {
  readonly response: RegistrationResponseJSON
  readonly clientData: ClientData
  readonly transports: readonly string[]
}

/** What a browser made of request options (`AuthenticationResponseJSON`). */
export interface Assertion {
  readonly response: AuthenticationResponseJSON
  readonly clientData: ClientData
  readonly userHandle: string | null
}

/** The longest id of a credential, of 1023 bytes, as base64url (WebAuthn, section 7.1). */
export const MAX_ID = Math.ceil((1023 * 4) / 3)
const MAX_TRANSPORTS = 10
const TRANSPORT = /^[a-z-]{1,20}$/

/** @throws {AppError} VALIDATION with a pointer */
export function readRegistration(credential: unknown): Registration {
  const { id, inner } = outer(credential)
  const clientDataJSON = bytesAt(inner, 'clientDataJSON')
  const attestationObject = bytesAt(inner, 'attestationObject')
  const transports = (Array.isArray(inner.transports) ? inner.transports : [])
    .filter((each): each is string => typeof each === 'string' && TRANSPORT.test(each))
    .slice(0, MAX_TRANSPORTS)
  const response = { ...frame(id), response: { clientDataJSON, attestationObject } }
  return { response, clientData: clientDataOf(clientDataJSON), transports }
}

/** @throws {AppError} VALIDATION with a pointer */
export function readAssertion(credential: unknown): Assertion {
  const { id, inner } = outer(credential)
  const clientDataJSON = bytesAt(inner, 'clientDataJSON')
  const authenticatorData = bytesAt(inner, 'authenticatorData')
  const signature = bytesAt(inner, 'signature')
  const isNamed = inner.userHandle !== undefined && inner.userHandle !== null && inner.userHandle !== ''
  const userHandle = isNamed ? bytesAt(inner, 'userHandle') : null
  const response = { ...frame(id), response: { clientDataJSON, authenticatorData, signature } }
  return { response, clientData: clientDataOf(clientDataJSON), userHandle }
}

function frame(id: string) {
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const
}

type Members = Readonly<Record<string, unknown>>

function outer(credential: unknown): { readonly id: string; readonly inner: Members } {
  if (!isObject(credential)) throw invalid('', 'what navigator.credentials gave, as JSON')
  const { id, response } = credential
  if (typeof id !== 'string' || id === '' || id.length > MAX_ID || fromBase64Url(id) === null) {
    throw invalid('/id', 'base64url, of 1023 bytes at most')
  }
  if (!isObject(response)) throw invalid('/response', 'an object')
  return { id, inner: response }
}

function bytesAt(response: Members, name: string): string {
  const value = Object.hasOwn(response, name) ? response[name] : undefined
  if (typeof value === 'string' && value !== '' && fromBase64Url(value) !== null) return value
  throw invalid(`/response/${name}`, 'base64url and not empty')
}

function clientDataOf(encoded: string): ClientData {
  const data = parsed(new TextDecoder().decode(fromBase64Url(encoded) ?? new Uint8Array()))
  if (isObject(data) && typeof data.challenge === 'string' && typeof data.origin === 'string') {
    const { challenge, origin, crossOrigin } = data
    return { challenge, origin, crossOrigin: crossOrigin === true }
  }
  throw invalid('/response/clientDataJSON', 'JSON with challenge and origin')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function invalid(place: string, expected: string): AppError {
  return new AppError({
    code: 'VALIDATION',
    detail: `Expected ${expected}.`,
    pointer: `/credential${place}`,
  })
}
