import { expect, it } from 'vitest'
import { service } from '../harness/service.ts'
import { signIn } from './session.ts'

const get = (path: string) => fetch(`${service().url}/api/v2/auth/${path}`, { redirect: 'manual' })

it('[A6] there are no outside providers unless they are configured', async () => {
  const list = await get('providers')
  expect([list.status, await list.json()]).toEqual([200, { providers: [] }])
  for (const step of ['start', 'callback']) {
    const response = await get(`providers/google/${step}`)
    expect([response.status, response.headers.get('location')]).toEqual([302, '/login?problem=unknown'])
  }
  const { send } = await signIn()
  const identities = await send('/api/v2/auth/identities')
  expect([identities.status, await identities.json()]).toEqual([200, { identities: [] }])
  expect((await send('/api/v2/auth/identities/1', { method: 'DELETE' })).status).toBe(404)
  const body = JSON.stringify({ currentPassword: 'x' })
  expect((await send('/api/v2/auth/providers/google/link', { method: 'POST', body })).status).toBe(404)
})
