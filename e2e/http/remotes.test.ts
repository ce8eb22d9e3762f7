import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Entity } from '../../shared/envelope.ts'
import { request, service } from '../harness/service.ts'
import { create, error, get, patch, post, update, word } from './client.ts'
import { signIn } from './session.ts'

const { url } = service()
const PAGE = { accept: 'text/html' }

const bundle = (place: number, more: object = {}) => {
  const name = word().slice(0, 20)
  return { name, entry: `https://${name}.example/remoteEntry.js`, sort_order: place, ...more }
}
const named = ({ name, entry }: Entity) => ({ name, entry })
const remove = (of: Entity): Promise<Response> => request(String(of._href), { method: 'DELETE' })

const answered = async (): Promise<unknown> => {
  const response = await (await signIn()).send('/api/v2/remotes')
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
  return response.json()
}
const policy = async (): Promise<string> =>
  (await fetch(url, { headers: PAGE })).headers.get('content-security-policy') ?? ''

describe('the bundles of components', () => {
  let second: Entity
  let first: Entity
  let idle: Entity
  beforeAll(async () => {
    second = await create('adm_remotes', bundle(2))
    first = await create('adm_remotes', bundle(1, { integrity: `sha256-${'A'.repeat(43)}=` }))
    idle = await create('adm_remotes', bundle(0, { is_enabled: false }))
  })
  afterAll(async () => {
    for (const each of [second, first, idle]) await remove(each)
  })

  it('[R5] [R5.a] are answered in order, with what they must hash to, less those out of use', async () => {
    expect(await answered()).toEqual([{ ...named(first), integrity: first.integrity }, named(second)])
  })

  it('[R5.a] [M5] are searched in another order as soon as that is saved', async () => {
    await update('adm_remotes', first._id, { sort_order: 3 })
    expect(await answered()).toMatchObject([named(second), named(first)])
    await update('adm_remotes', first._id, { sort_order: 1 })
  })

  it('[R5.a] are let in by the page’s policy, and what is out of use is not', async () => {
    const origin = (of: Entity): string => new URL(String(of.entry)).origin
    const script = (await policy()).split('; ').find((part) => part.startsWith('script-src'))
    expect(script).toBe(`script-src 'self' ${origin(first)} ${origin(second)}`)
    expect(await policy()).not.toContain('unsafe-eval')
  })

  it('[R5.a] change what the page may load without a new build: it is not taken from the browser’s cache', async () => {
    const tag = (await fetch(url, { headers: PAGE })).headers.get('etag') ?? ''
    const known = { ...PAGE, 'if-none-match': tag }
    expect((await fetch(url, { headers: known })).status).toBe(304)
    const { entry } = second
    await update('adm_remotes', second._id, { entry: 'https://moved.example/remoteEntry.js' })
    expect((await fetch(url, { headers: known })).status).toBe(200)
    expect(await policy()).toContain('https://moved.example')
    await update('adm_remotes', second._id, { entry })
  })

  it('[R5] are three in use at most', async () => {
    const third = await create('adm_remotes', bundle(3))
    const refused = error(await patch(`/adm_remotes/${idle._id}`, { adm_remotes: [{ is_enabled: true }] }))
    expect(refused).toMatchObject({
      code: 'VALIDATION',
      detail: 'at most 3 bundles can be in use: take another one out of use first',
      source: { pointer: '/adm_remotes/0/is_enabled' },
    })
    expect(await answered()).toHaveLength(3)
    await remove(third)
  })

  it('[R5.a] [ERR:VALIDATION] are refused where an address is none', async () => {
    const wrong = [bundle(9, { entry: 'javascript:alert(1)' }), bundle(9, { name: 'two words' })]
    const answer = await post('/adm_remotes', { adm_remotes: wrong })
    expect(answer.status).toBe(422)
  })

  it('[R5] [ERR:UNAUTHENTICATED] are told to those who are signed in', async () => {
    expect((await fetch(`${url}/api/v2/remotes`)).status).toBe(401)
    expect((await (await signIn()).send('/api/v2/remotes', { method: 'POST', body: '{}' })).status).toBe(405)
    expect((await get('/adm_remotes')).status).toBe(200)
  })
})
