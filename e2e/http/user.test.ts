import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ErrorBody } from '../../shared/envelope.ts'
import type { UserProfile } from '../../shared/session.ts'
import { ADMIN } from '../harness/credentials.ts'
import { accessToken, request, service } from '../harness/service.ts'
import { type BrowserSession, signIn } from './session.ts'

let session: BrowserSession
let name: string

const profile = async (response: Response): Promise<UserProfile> => {
  expect(response.status).toBe(200)
  return (await response.json()) as UserProfile
}
const current = async () => profile(await session.send('/user/current'))
const patch = (body: object, headers: Record<string, string> = {}) =>
  session.send('/user/current', {
    method: 'PATCH',
    headers: { 'content-type': 'application/merge-patch+json', ...headers },
    body: JSON.stringify(body),
  })

beforeAll(async () => {
  session = await signIn()
  name = (await current()).name
})
// the user is everyone's
afterAll(() => patch({ name, preferences: null }))

describe('the signed-in user', () => {
  it('[RT:user-me] [RT:user-current] [D9.c] is told in camel case, with profile and preferences', async () => {
    const me = await profile(await session.send('/user/me'))
    expect(me).toEqual({
      id: expect.any(Number),
      username: expect.any(String),
      name,
      email: ADMIN.email,
      isAdministrator: true,
      groups: [],
      preferences: expect.any(Object),
    })
    expect(await current()).toEqual(me)
  })

  it('[D9.c] of a service is the user it signed in with', async () => {
    const response = await request('/user/me', { headers: { authorization: `Bearer ${await accessToken()}` } })
    expect(await profile(response)).toMatchObject({ email: ADMIN.email })
  })

  it('[ERR:UNAUTHENTICATED] is nobody without a sign-in', async () => {
    for (const path of ['/user/me', '/user/current']) expect((await fetch(service().url + path)).status).toBe(401)
  })

  it('[X13] is read, or changed by PATCH', async () => {
    for (const [method, path, allow] of [
      ['PUT', '/user/current', 'GET, HEAD, PATCH'],
      ['PATCH', '/user/me', 'GET, HEAD'],
    ] as const) {
      const response = await session.send(path, { method, body: '{}' })
      expect([response.status, response.headers.get('allow')]).toEqual([405, allow])
    }
  })
})

describe('PATCH /user/current', () => {
  it('[RT:user-current] [D9.d] merges profile and preferences', async () => {
    await patch({ preferences: { theme: 'dark', tabs: { film: ['form'], person: ['form'] } } })
    const after = await profile(
      await patch({ name: 'Somebody Else', preferences: { tabs: { person: null }, theme: 'light' } }),
    )
    expect(after).toMatchObject({ name: 'Somebody Else', email: ADMIN.email })
    expect(after.preferences).toMatchObject({ theme: 'light', tabs: { film: ['form'] } })
    expect(after.preferences.tabs).not.toHaveProperty('person')
    expect(await current()).toEqual(after)
  })

  it('[D9.d] loses no member of another patch at the same time', async () => {
    const pages = Array.from({ length: 20 }, (_, index) => `page${index}`)
    const answers = await Promise.all(pages.map((page) => patch({ preferences: { tabs: { [page]: [page] } } })))
    expect(answers.map(({ status }) => status)).toEqual(pages.map(() => 200))
    expect((await current()).preferences.tabs).toMatchObject(Object.fromEntries(pages.map((page) => [page, [page]])))
  })

  it('[D9.d] [ERR:VALIDATION] refuses each member that is wrong or not to be changed', async () => {
    const response = await patch({ username: 'x', isAdministrator: false, name: '', preferences: { theme: 'blue' } })
    expect(response.status).toBe(422)
    const { errors } = (await response.json()) as ErrorBody
    const pointers = errors.map(({ source }) => source?.pointer)
    expect(pointers).toEqual(['/username', '/isAdministrator', '/name', '/preferences/theme'])
  })

  it('[D9.d] [ERR:ETAG_MISMATCH] heeds If-Match', async () => {
    const etag = (await session.send('/user/current')).headers.get('etag') ?? ''
    await profile(await patch({ preferences: { own: 1 } }, { 'if-match': etag }))
    expect((await patch({ preferences: { own: 2 } }, { 'if-match': etag })).status).toBe(412)
  })

  it('[A5] by cookie comes from a page of this origin', async () => {
    expect((await patch({}, { origin: 'https://elsewhere.example' })).status).toBe(403)
    expect((await patch({}, { 'content-type': 'text/plain' })).status).toBe(403)
  })

  it('[D9.d] [D9] the language decides which texts follow, on the request after it', async () => {
    const language = async () => {
      const response = await session.send('/api/v1/dictionary', { headers: { 'accept-language': 'en' } })
      return ((await response.json()) as { _language: string })._language
    }
    expect(await language()).toBe('en')
    await patch({ preferences: { language: 'de' } })
    expect(await language()).toBe('de')
    const response = await session.send('/api/v1/nothing', { headers: { 'accept-language': 'en' } })
    const { errors } = (await response.json()) as ErrorBody
    expect(errors[0]?.title).toBe('Diesen Medientyp gibt es nicht')
    await patch({ preferences: { language: null } })
    expect(await language()).toBe('en')
  })
})
