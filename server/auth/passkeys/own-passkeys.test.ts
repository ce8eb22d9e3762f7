import { describe, expect, it } from 'vitest'
import type { Passkey } from '../../../shared/account.ts'
import { PASSWORD } from '../test-service.ts'
import { json, refusal, visit, WRONG } from './test-visit.ts'

const { at, send, post, creation, added, byPasskey, list, withTotp } = visit()

describe('a user’s passkeys', () => {
  it('[AUTH22] [A3.a] are added with the current password, listed, renamed and removed with it', async () => {
    const wrong = await refusal(post('passkeys/register/options', { currentPassword: 'wrong' }))
    expect(wrong).toEqual([422, 'VALIDATION', '/currentPassword'])
    const made = await creation()
    expect(made).toMatchObject({
      rp: { id: 'cms.test', name: 'Marquee' },
      user: { name: 'ada' },
      pubKeyCredParams: [{ alg: -8 }, { alg: -7 }, { alg: -257 }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    })
    const response = await post('passkeys/register', { name: ' Laptop ', credential: at.device.create(made) })
    expect([response.status, response.headers.get('cache-control')]).toEqual([201, 'no-store'])
    const passkey = (await response.json()) as Passkey
    const now = Math.floor(at.clock.now() / 1000)
    expect(passkey).toEqual({
      id: expect.any(Number),
      credentialId: expect.any(String),
      name: 'Laptop',
      createdAt: now,
      lastUsedAt: null,
      backedUp: false,
    })
    expect((await creation()).excludeCredentials).toMatchObject([{ id: at.device.credentials[0]?.id }])
    expect((await creation()).user.id).toBe(made.user.id)
    const renamed = await json(send('PATCH', `passkeys/${passkey.id}`, { name: 'Key ring' }))
    expect(renamed).toMatchObject({ name: 'Key ring' })
    at.clock.advance(5)
    expect((await byPasskey()).status).toBe(200)
    expect(await list()).toEqual([{ ...passkey, name: 'Key ring', lastUsedAt: now + 5 }])
    const remove = (body: object) => post(`passkeys/${passkey.id}/remove`, body)
    expect(await refusal(remove({ currentPassword: 'wrong' }))).toEqual([422, 'VALIDATION', '/currentPassword'])
    expect((await remove({ currentPassword: PASSWORD })).status).toBe(204)
    expect(await list()).toEqual([])
    expect((await remove({ currentPassword: PASSWORD })).status).toBe(404)
  })

  it('[X37.a] [AUTH23] ask for a one-time code when they are added and removed', async () => {
    const { id } = await added()
    const code = await withTotp()
    for (const path of ['passkeys/register/options', `passkeys/${id}/remove`]) {
      const body = { currentPassword: PASSWORD }
      expect(await refusal(post(path, body))).toEqual([401, 'TOTP_REQUIRED', undefined])
      expect(await refusal(post(path, { ...body, otp: '000000' }))).toEqual([422, 'VALIDATION', '/otp'])
      expect((await post(path, { ...body, otp: code() })).ok).toBe(true)
    }
  })

  it('[AUTH22] may have keys of each algorithm that is asked for', async () => {
    for (const algorithm of ['ES256', 'EdDSA', 'RS256'] as const) {
      const credential = at.device.create(await creation(), algorithm)
      await json(post('passkeys/register', { name: algorithm, credential }))
      expect((await byPasskey()).status).toBe(200)
    }
  })

  it('[ERR:VALIDATION] are not added from elsewhere, unasked, or without verifying the person', async () => {
    const asked = await creation()
    for (const manner of WRONG) {
      const credential = at.device.create(asked, 'ES256', manner)
      const refused = await refusal(post('passkeys/register', { name: 'x', credential }))
      expect(refused, JSON.stringify(manner)).toEqual([422, 'VALIDATION', '/credential'])
    }
    expect(await list()).toEqual([])
  })

  it('[X37.a] stay when the password is changed', async () => {
    await added()
    const change = { currentPassword: PASSWORD, newPassword: 'a new and longer password' }
    expect((await post('update-password', change)).status).toBe(204)
    expect((await byPasskey()).status).toBe(200)
  })

  it('[ERR:VALIDATION] have a name of a line', async () => {
    const credential = at.device.create(await creation())
    for (const name of ['', ' ', 'a\nb', 'x'.repeat(101), 7, null, '\ud800', 'a\0b']) {
      expect(await refusal(post('passkeys/register', { name, credential }))).toEqual([422, 'VALIDATION', '/name'])
    }
  })

  it('[ERR:VALIDATION] are twenty at most', async () => {
    await added()
    const row = await at.database.kysely.selectFrom('marquee_passkeys').selectAll().executeTakeFirstOrThrow()
    const { id: _, ...copy } = row
    const more = Array.from({ length: 19 }, (_each, index) => ({ ...copy, credential_id: `copy${index}` }))
    await at.database.kysely.insertInto('marquee_passkeys').values(more).execute()
    const refused = await refusal(post('passkeys/register/options', { currentPassword: PASSWORD }))
    expect(refused).toEqual([422, 'VALIDATION', ''])
  })
})
