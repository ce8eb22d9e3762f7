import { fromBase64Url, toBase64Url } from './base64url.ts'

const IV_BYTES = 12

/** A text by AES-256-GCM as base64url: a random nonce, then what is encrypted, which opens for the same purpose only. */
export async function sealText(key: CryptoKey, purpose: string, text: string): Promise<string> {
  const encoder = new TextEncoder()
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const parameters = { name: 'AES-GCM', iv, additionalData: encoder.encode(purpose) }
  const sealed = new Uint8Array(await crypto.subtle.encrypt(parameters, key, encoder.encode(text)))
  const bytes = new Uint8Array(IV_BYTES + sealed.length)
  bytes.set(iv)
  bytes.set(sealed, IV_BYTES)
  return toBase64Url(bytes)
}

/** The text that was sealed; null for anything else: other keys, other purposes, damage, forgeries. */
export async function openText(key: CryptoKey, purpose: string, sealed: string): Promise<string | null> {
  const bytes = fromBase64Url(sealed)
  if (bytes === null || bytes.length <= IV_BYTES) return null
  const additionalData = new TextEncoder().encode(purpose)
  const parameters = { name: 'AES-GCM', iv: bytes.subarray(0, IV_BYTES), additionalData }
  try {
    return new TextDecoder().decode(await crypto.subtle.decrypt(parameters, key, bytes.subarray(IV_BYTES)))
  } catch {
    return null
  }
}
