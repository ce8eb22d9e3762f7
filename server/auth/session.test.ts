import { expect, test } from 'vitest'
import { fromBase64Url, toBase64Url } from './base64url.ts'
import { openSession, sealSession } from './session.ts'

const session = {
  access: 'an-access-token',
  refresh: 'a-refresh-token',
  expiresAt: 1_800_003_600,
  endsAt: 1_800_086_400,
}
const newKey = () => crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt', 'decrypt'])

test('[AUTH7] the cookie’s value is encrypted, never twice the same, and opens to the session', async () => {
  const key = await newKey()
  const [first, second] = [await sealSession(key, session), await sealSession(key, session)]
  expect(first).toMatch(/^v1\.[\w-]+$/)
  expect(first).not.toBe(second)
  expect(new TextDecoder().decode(fromBase64Url(first.slice(3)) ?? new Uint8Array())).not.toContain('token')
  expect(await openSession(key, first)).toEqual(session)
})

test('[AUTH7] what is damaged, of another key or version is no session', async () => {
  const key = await newKey()
  const cookie = await sealSession(key, session)
  const bytes = fromBase64Url(cookie.slice(3)) ?? new Uint8Array()
  for (const index of [0, 12, 40, bytes.length - 1]) {
    const damaged = bytes.slice()
    damaged[index] = (damaged[index] ?? 0) ^ 1
    expect(await openSession(key, `v1.${toBase64Url(damaged)}`)).toBeNull()
  }
  const odd = ['', 'v1', 'v1.', 'v1.AAAA', 'v1.A', 'v1.%%%', `v2.${cookie.slice(3)}`, cookie.slice(0, -4), `${cookie}A`]
  for (const text of [...odd, 'v1.'.padEnd(100_000, 'A')]) expect(await openSession(key, text)).toBeNull()
  expect(await openSession(await newKey(), cookie)).toBeNull()
})

test('[AUTH7] a text the key encrypted for something else is no session', async () => {
  const key = await newKey()
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const plain = new TextEncoder().encode(JSON.stringify({ access_token: 'a', refresh_token: 'r', expires_at: 1 }))
  for (const additionalData of [new Uint8Array(), new TextEncoder().encode('marquee_session:v1')]) {
    const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, plain))
    expect(await openSession(key, `v1.${toBase64Url(new Uint8Array([...iv, ...sealed]))}`)).toBeNull()
  }
})
