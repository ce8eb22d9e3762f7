import { beforeEach, describe, expect, it } from 'vitest'
import { codeOf } from '../../e2e/harness/authenticator.ts'
import type { UserSignIn } from '../../shared/account.ts'
import { json, refusal, visit } from './passkeys/test-visit.ts'
import { addUser, cookieOf, PASSWORD } from './test-service.ts'

const { at, send, post, added, withTotp, challenged } = visit()

let ada: string
let root: string
beforeEach(async () => {
  const own = at.database.kysely.selectFrom('users').select('id').where('username', '=', 'ada')
  ada = `users/${(await own.executeTakeFirstOrThrow()).id}`
  await addUser(at.database, 'root', { isAdministrator: true })
  root = await signedIn('root')
})

const login = (username: string) => post('login', { username, password: PASSWORD }, '')
const signedIn = async (username: string) => cookieOf(await login(username)) ?? ''
const told = (path = `${ada}/sign-in`) => json<UserSignIn>(send('GET', path, null, root))
const taken = (path: string, body: object = { currentPassword: PASSWORD }, as = root) =>
  post(`${ada}/${path}`, body, as)
const sessionStatus = async (as: string) => (await send('GET', 'sessions', null, as)).status

describe('how a user signs in', () => {
  it('[P3.a] [AUTH22] is told to administrators, and to nobody else', async () => {
    const began = Math.floor(at.clock.now() / 1000)
    const off = { enabled: false, recoveryCodesLeft: 0 }
    expect(await told()).toEqual({ secondFactor: off, passkeys: 0, lastSignInAt: began })
    await added()
    await withTotp()
    expect(await told()).toMatchObject({ secondFactor: { enabled: true, recoveryCodesLeft: 10 }, passkeys: 1 })
    const never = await addUser(at.database, 'never')
    expect(await told(`users/${never}/sign-in`)).toEqual({ secondFactor: off, passkeys: 0, lastSignInAt: null })
    expect(await refusal(send('GET', `${ada}/sign-in`, null))).toEqual([403, 'FORBIDDEN', undefined])
    expect(await refusal(send('GET', 'users/999999/sign-in', null, root))).toEqual([404, 'NOT_FOUND', undefined])
    expect((await send('GET', `${ada}/sign-in`, null, '')).status).toBe(401)
  })

  it('[A3] tells the last sign-in of one whose sessions ended too, and no earlier one', async () => {
    at.clock.advance(100)
    const last = Math.floor(at.clock.now() / 1000)
    await signedIn('ada')
    expect((await send('DELETE', `${ada}/sessions`, null, root)).status).toBe(204)
    at.clock.advance(100)
    expect((await told()).lastSignInAt).toBe(last)
  })

  it('[X45] [A3.g] [AUTH22] goes on without the second factor once an administrator turned it off', async () => {
    await withTotp()
    expect(await challenged()).toMatchObject({ status: 'totpRequired' })
    expect((await taken('totp/disable')).status).toBe(204)
    expect([await sessionStatus(at.cookie), await sessionStatus(root)]).toEqual([401, 200])
    expect((await login('ada')).status).toBe(200)
    expect((await told()).secondFactor.enabled).toBe(false)
    expect(at.warnings).toEqual(['second factor of a user turned off'])
  })

  it('[X45] [P3.a] goes on without passkeys once an administrator removed them', async () => {
    await added('Laptop')
    expect((await taken('passkeys/remove')).status).toBe(204)
    expect([await sessionStatus(at.cookie), (await told()).passkeys]).toEqual([401, 0])
    expect(at.warnings).toEqual(['passkeys of a user removed'])
  })

  it.each(['totp/disable', 'passkeys/remove'])('[AUTH23] takes the administrator’s own password: %s', async (path) => {
    await added()
    await withTotp()
    expect(await refusal(taken(path, {}))).toEqual([422, 'VALIDATION', '/currentPassword'])
    expect(await refusal(taken(path, { currentPassword: 'not it' }))).toEqual([422, 'VALIDATION', '/currentPassword'])
    expect(await refusal(taken(path, undefined, at.cookie))).toEqual([403, 'FORBIDDEN', undefined])
    const nobody = post(`users/999999/${path}`, { currentPassword: PASSWORD }, root)
    expect(await refusal(nobody)).toEqual([404, 'NOT_FOUND', undefined])
    expect(await told()).toMatchObject({ secondFactor: { enabled: true }, passkeys: 1 })
    expect([await sessionStatus(at.cookie), at.warnings]).toEqual([200, []])
  })

  it.each(['totp/disable', 'passkeys/remove'])('[A3] ends nothing where there is none: %s', async (path) => {
    expect((await taken(path)).status).toBe(204)
    expect([await sessionStatus(at.cookie), at.warnings]).toEqual([200, []])
  })

  it('[AUTH23] takes a one-time code too, of an administrator who has them', async () => {
    const { secret } = await json<{ secret: string }>(post('totp/enrol', { currentPassword: PASSWORD }, root))
    await json(post('totp/confirm', { otp: codeOf(secret, at.clock.now()) }, root))
    await withTotp()
    expect(await refusal(taken('totp/disable'))).toEqual([401, 'TOTP_REQUIRED', undefined])
    at.clock.advance(60)
    const otp = codeOf(secret, at.clock.now())
    expect((await taken('totp/disable', { currentPassword: PASSWORD, otp })).status).toBe(204)
  })
})
