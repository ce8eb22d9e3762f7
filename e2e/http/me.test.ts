import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ADMIN, SERVICE_CLIENT } from '../harness/credentials.ts'
import { accessToken, request, service } from '../harness/service.ts'
import { send } from './client.ts'
import { signIn } from './session.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe('GET /api/v1/me', () => {
  it('[RT:me] [D9.b] tells who calls, with which rights, and the hash of the token', async () => {
    const token = await accessToken()
    const response = await request('/api/v1/me', { headers: { authorization: `Bearer ${token}` } })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/vnd.api+json;charset=UTF-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toMatchObject({
      _user: {
        _id: expect.any(Number),
        _type: 'users',
        _href: expect.stringMatching(/^\/api\/v1\/users\/\d+$/),
        email: ADMIN.email,
        is_administrator: true,
      },
      _client: { client_id: SERVICE_CLIENT.id, client_type: 3 },
      _groups: [],
      _permissions: {
        _unrestricted: true,
        _mediaTypes: { movies: { can_read: true, can_create: true, can_write: true, can_delete: true } },
        _sources: null,
      },
      _tokenHash: sha256(token),
    })
  })

  it('[D9.b] hashes the access token of a session as well', async () => {
    const { send: ask } = await signIn()
    const first = (await (await ask('/api/v1/me')).json()) as { _tokenHash: string; _client: unknown }
    expect(first._tokenHash).toMatch(/^[0-9a-f]{64}$/)
    expect(first._client).toBeNull()
    const again = (await (await ask('/api/v1/me')).json()) as { _tokenHash: string }
    expect(again._tokenHash).toBe(first._tokenHash)
    const another = await signIn({ username: ADMIN.email, password: ADMIN.password })
    const other = (await (await another.send('/api/v1/me')).json()) as { _tokenHash: string }
    expect(other._tokenHash).not.toBe(first._tokenHash)
  })

  it('[ERR:UNAUTHENTICATED] [X13] is for those signed in, to read', async () => {
    expect((await fetch(`${service().url}/api/v1/me`)).status).toBe(401)
    const answer = await send('PATCH', '/me', { body: {} })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})
