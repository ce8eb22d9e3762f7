import fc from 'fast-check'
import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ErrorBody } from '../../shared/envelope.ts'
import type { UserProfile } from '../../shared/session.ts'
import { createAuth, provenPerson } from '../auth/index.ts'
import { addUser, openTestDatabase, PASSWORD } from '../auth/test-service.ts'
import { UNRESTRICTED } from '../catalog/rights.ts'
import type { Database } from '../db/database.ts'
import { AppError, errorResponse } from '../errors.ts'
import type { AppEnv, Caller } from '../http.ts'
import { digest } from '../runtime/digest.ts'
import { userRoutes } from './user.ts'

let database: Database
let ada: number
let userId: number | null
/** The application that the caller comes by. */
let clientId: string | null
let changes = 0
const app = new Hono<AppEnv>()

beforeAll(async () => {
  database = await openTestDatabase()
  ada = await addUser(database, 'ada')
  await addUser(database, 'grace', { email: 'grace@example.org' })
  const groups = await database.kysely
    .insertInto('groups')
    .values([{ name: 'Writers' }, { name: 'Editors' }])
    .returning('id')
    .execute()
  await database.kysely
    .insertInto('user_groups')
    .values(groups.map(({ id }) => ({ user_id: ada, group_id: id })))
    .execute()
  app.onError((error) => {
    if (error instanceof AppError) return errorResponse(error, null)
    throw error
  })
  app.use(async (c, next) => {
    const caller = {
      kind: 'user',
      key: 'user',
      userId,
      username: 'ada',
      clientId,
      rights: UNRESTRICTED,
    } as unknown as Caller
    c.set('caller', caller)
    await next()
  })
  const auth = createAuth({ database })
  const changed = () => (changes += 1)
  app.route('/', userRoutes({ database, digest, changed, proven: (c, proof) => provenPerson(c, auth, proof) }))
})
afterAll(() => database.close())
beforeEach(async () => {
  userId = ada
  clientId = null
  await database.kysely
    .updateTable('users')
    .set({ name: 'Ada', email: null, preferences: '{}' })
    .where('id', '=', ada)
    .execute()
})

const get = (path = '/user/current', headers: Record<string, string> = {}) => app.request(path, { headers })
const patch = (body: unknown, headers: Record<string, string> = {}) =>
  app.request('/user/current', {
    method: 'PATCH',
    headers: { 'content-type': 'application/merge-patch+json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const proven = (body: object) => patch({ ...body, currentPassword: PASSWORD })
const profile = async (response: Response) => {
  expect(response.status).toBe(200)
  return (await response.json()) as UserProfile
}
const problems = async (response: Response) => {
  const { errors } = (await response.json()) as ErrorBody
  return errors.map(({ code, source }) => [code, source?.pointer ?? source?.header])
}

describe('the caller’s own profile', () => {
  it('[D9.d] [ERR:FORBIDDEN] keeps its e-mail address before applications: mailed links and other sign-ins go by it', async () => {
    await profile(await proven({ email: 'ada@example.org' }))
    clientId = 'television'
    const response = await patch({ name: 'Mallory', email: 'mallory@evil.test' })
    expect([response.status, await problems(response)]).toEqual([403, [['FORBIDDEN', '/email']]])
    expect((await patch({ email: null })).status).toBe(403)
    const same = await profile(await patch({ name: 'Ada L.', email: 'ada@example.org' }))
    expect([same.name, same.email]).toEqual(['Ada L.', 'ada@example.org'])
  })

  it('[X44] [AUTH23] changes its e-mail address for its user’s password alone, which mailed links lead to', async () => {
    for (const currentPassword of [undefined, null, 'wrong', '', 7]) {
      const response = await patch({ name: 'Mallory', email: 'mallory@evil.test', currentPassword })
      expect([response.status, await problems(response)]).toEqual([422, [['VALIDATION', '/currentPassword']]])
    }
    expect(await profile(await get())).toMatchObject({ name: 'Ada', email: null })
    expect(await profile(await proven({ email: 'ada@example.org' }))).toMatchObject({ email: 'ada@example.org' })
    expect((await patch({ email: null })).status).toBe(422)
    expect(await profile(await patch({ name: 'Ada L.', email: 'ada@example.org' }))).toMatchObject({ name: 'Ada L.' })
  })

  it('[RT:user-me] [RT:user-current] [D9.c] has profile, groups and preferences in camel case', async () => {
    const expected = {
      id: ada,
      username: 'ada',
      name: 'Ada',
      email: null,
      isAdministrator: false,
      groups: [{ name: 'Editors' }, { name: 'Writers' }],
      preferences: {},
    }
    for (const path of ['/user/me', '/user/current']) expect(await profile(await get(path))).toMatchObject(expected)
  })

  it('[D9.c] carries a tag', async () => {
    const first = await get()
    const etag = first.headers.get('etag') ?? ''
    expect((await get('/user/current', { 'if-none-match': etag })).status).toBe(304)
    await patch({ name: 'Ada L.' })
    expect((await get('/user/current', { 'if-none-match': etag })).status).toBe(200)
  })

  it('is not found for a caller without a user, or whose user is gone', async () => {
    for (const id of [null, 2_000_000_000]) {
      userId = id
      expect((await get()).status).toBe(404)
      expect((await patch({ name: 'x' })).status).toBe(404)
    }
  })

  it.each([
    ['POST', '/user/current', 'GET, HEAD, PATCH'],
    ['DELETE', '/user/current', 'GET, HEAD, PATCH'],
    ['PATCH', '/user/me', 'GET, HEAD'],
  ])('[X13] %s %s allows %s', async (method, path, allow) => {
    const response = await app.request(path, { method })
    expect([response.status, response.headers.get('allow')]).toEqual([405, allow])
  })
})

describe('a change of it', () => {
  it('[RT:user-current] [D9.d] merges into profile and preferences, and null removes', async () => {
    const before = changes
    await proven({
      email: 'ada@example.org',
      preferences: { theme: 'dark', tabs: { film: ['a', 'b'], person: ['x'] } },
    })
    const after = await patch({
      name: 'Ada L.',
      preferences: { tabs: { film: ['b', 'a'], person: null }, own: { x: 1 } },
    })
    const expected = {
      name: 'Ada L.',
      email: 'ada@example.org',
      preferences: { theme: 'dark', tabs: { film: ['b', 'a'] }, own: { x: 1 } },
    }
    const answered = await profile(after)
    expect(answered).toMatchObject(expected)
    const read = await get()
    expect(read.headers.get('etag')).toBe(after.headers.get('etag'))
    expect(await profile(read)).toEqual(answered)
    expect(changes).toBe(before + 2)
    expect((await profile(await proven({ email: null, preferences: null }))).preferences).toEqual({})
  })

  it('[D9.d] takes application/json as well, and nothing else', async () => {
    await profile(await patch({ name: 'A' }, { 'content-type': 'application/json; charset=utf-8' }))
    for (const type of ['text/plain', 'application/vnd.api+json', 'application/json-patch+json']) {
      const response = await patch({ name: 'B' }, { 'content-type': type })
      expect([response.status, await problems(response)]).toEqual([415, [['UNSUPPORTED_MEDIA_TYPE', 'Content-Type']]])
    }
  })

  it('[D9.d] raises the version, and only when something changed', async () => {
    const version = async () => {
      const [row] = await database.read({ text: 'select version::text from users where id = $1', values: [ada] })
      return Number(row?.[0])
    }
    const before = await version()
    await patch({ name: 'Ada' })
    await patch({})
    expect(await version()).toBe(before)
    await patch({ preferences: { theme: 'light' } })
    expect(await version()).toBe(before + 1)
  })

  it.each<[string, unknown, readonly string[]]>([
    ['no object', [], ['']],
    ['nothing', null, ['']],
    [
      'read-only members',
      { id: 7, username: 'x', isAdministrator: true, groups: [] },
      ['/id', '/username', '/isAdministrator', '/groups'],
    ],
    ['unknown members', { nickname: 'x', 'a/b~': 1, __proto__x: {} }, ['/nickname', '/a~1b~0', '/__proto__x']],
    ['names', { name: ' ' }, ['/name']],
    ['a name that is none', { name: null }, ['/name']],
    ['a long name', { name: 'x'.repeat(201) }, ['/name']],
    ['a name of two lines', { name: 'a\nb' }, ['/name']],
    ['an e-mail address', { email: 'nobody' }, ['/email']],
    ['an empty e-mail address', { email: '' }, ['/email']],
    ['several at once', { name: 7, email: 7, preferences: 7 }, ['/name', '/email', '/preferences']],
    ['a theme', { preferences: { theme: 'blue' } }, ['/preferences/theme']],
    ['a language', { preferences: { language: 'de_AT' } }, ['/preferences/language']],
    ['tabs', { preferences: { tabs: ['film'] } }, ['/preferences/tabs']],
    [
      'tabs of a page',
      { preferences: { tabs: { film: 'a', ok: [], 'x/y': [1] } } },
      ['/preferences/tabs/film', '/preferences/tabs/x~1y'],
    ],
    ['what Postgres cannot keep', { preferences: { note: 'a\0b' } }, ['/preferences']],
  ])('[D9.d] [ERR:VALIDATION] refuses %s', async (_, body, pointers) => {
    const response = await patch(body)
    expect(response.status).toBe(422)
    expect(await problems(response)).toEqual(pointers.map((pointer) => ['VALIDATION', pointer]))
    expect(await profile(await get())).toMatchObject({ name: 'Ada', preferences: {} })
  })

  it('[D9.d] refuses preferences that become too large, and bodies that are no JSON or far too long', async () => {
    const half = 'x'.repeat(40_000)
    await profile(await patch({ preferences: { first: half } }))
    const response = await patch({ preferences: { second: half } })
    expect([response.status, await problems(response)]).toEqual([422, [['VALIDATION', '/preferences']]])
    await profile(await patch({ preferences: { first: null, second: half } }))
    expect((await patch('{"name":')).status).toBe(400)
    expect((await patch({ preferences: { x: 'x'.repeat(300_000) } })).status).toBe(413)
  })

  it('[D9.d] [ERR:UNIQUE] refuses an e-mail address that another user has, whatever its case', async () => {
    const response = await proven({ email: 'GRACE@example.org' })
    expect([response.status, await problems(response)]).toEqual([409, [['UNIQUE', '/email']]])
    expect(await profile(await proven({ email: 'ada@example.org' }))).toMatchObject({ email: 'ada@example.org' })
  })

  it('[D9.d] [ERR:ETAG_MISMATCH] is refused when the profile is another than If-Match says', async () => {
    const etag = (await get()).headers.get('etag') ?? ''
    await profile(await patch({ name: 'First' }, { 'if-match': etag }))
    const late = await patch({ name: 'Second' }, { 'if-match': etag })
    expect([late.status, await problems(late)]).toEqual([412, [['ETAG_MISMATCH', 'If-Match']]])
    await profile(await patch({ name: 'Third' }, { 'if-match': '*' }))
  })

  it('[ERR:INTERNAL] answers whatever is sent, never with a 500', async () => {
    const member = fc.constantFrom('name', 'email', 'preferences', 'id', '__proto__', 'constructor')
    const inner = fc.constantFrom('tabs', 'language', 'theme', '__proto__', 'own', '\0', '\uD800')
    const value = fc.oneof(
      fc.jsonValue({ stringUnit: 'binary' }),
      fc.dictionary(inner, fc.jsonValue({ stringUnit: 'binary' })),
      fc.constantFrom('a@b.example', 'de', 'dark', '\uD800', 'a\0'),
    )
    const body = fc.oneof(
      fc.json(),
      fc.string(),
      fc.dictionary(member, value).map((patch) => JSON.stringify(patch)),
    )
    await fc.assert(
      fc.asyncProperty(body, async (text) => {
        const { status } = await patch(text)
        expect([200, 400, 422], text).toContain(status)
      }),
      { numRuns: 300 },
    )
  })

  it('[D9.d] loses nothing of another change at the same time', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `page${index}`)
    await Promise.all(names.map((name) => patch({ preferences: { tabs: { [name]: [name] } } })))
    const { preferences } = await profile(await get())
    expect(Object.keys(preferences.tabs ?? {}).sort()).toEqual([...names].sort())
  })
})
