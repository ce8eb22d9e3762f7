import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handleHash } from '../../server/auth/handle.ts'
import { sessionKey } from '../../server/auth/keys.ts'
import { createAuthMemory } from '../../server/auth/memory.ts'
import { openSession, type Session, sealSession } from '../../server/auth/session.ts'
import type { Database } from '../../server/db/database.ts'
import { openPg } from '../../server/db/pg.ts'
import { ADMIN, CREDENTIALS, SERVICE_CLIENT } from '../harness/credentials.ts'
import { type PostgresServer, startPostgres } from '../harness/postgres.ts'
import { type RunningServer, startServer } from '../harness/servers.ts'

/** Two processes on one database; `one` and `other` of them. */
let postgres: PostgresServer
let database: Database
let servers: readonly RunningServer[]
let key: CryptoKey

beforeAll(async () => {
  postgres = await startPostgres()
  const url = await postgres.createDatabase('refresh')
  const settings = { ...CREDENTIALS, DATABASE_URL: url, DEMO: 'false', LOG_LEVEL: 'warn' }
  const first = await startServer('node', settings)
  servers = [first, await startServer('node', settings)]
  database = openPg(url)
  await signIn()
  key = await sessionKey(database, createAuthMemory())
})
afterAll(async () => {
  await database?.close()
  for (const server of servers ?? []) await server.stop()
  await postgres?.stop()
})

const urlOf = (index: number): string => servers[index % servers.length]?.url ?? ''
const me = (index: number, headers: Record<string, string>) => fetch(`${urlOf(index)}/api/v1/me`, { headers })
const hundred = <T>(ask: (index: number) => Promise<T>) => Promise.all(Array.from({ length: 100 }, (_, i) => ask(i)))

function cookieOf(response: Response): string {
  return response.headers.getSetCookie()[0]?.split(';')[0]?.slice('marquee_session='.length) ?? ''
}

const open = async (cookie: string): Promise<Session> => (await openSession(key, cookie)) as Session

async function signIn(): Promise<string> {
  const response = await fetch(`${urlOf(0)}/api/v2/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: ADMIN.email, password: ADMIN.password }),
  })
  return cookieOf(response)
}

/** A session whose access token has a minute left. */
async function ending(): Promise<{ readonly session: Session; readonly headers: Record<string, string> }> {
  const begun = await open(await signIn())
  const session = { ...begun, expiresAt: Math.floor(Date.now() / 1000) + 60 }
  return { session, headers: { cookie: `marquee_session=${await sealSession(key, session)}` } }
}

/** Refresh tokens that descend from the same sign-in. */
async function descendants(refresh: string): Promise<number> {
  const text = `select count(*)::text from auth_tokens t join auth_tokens r on r.family = t.family
    where r.handle_hash = $1 and t.kind = 'refresh' and t.handle_hash <> r.handle_hash`
  const [row] = await database.read({ text, values: [await handleHash(refresh)] })
  return Number(row?.[0])
}

async function token(index: number, fields: Record<string, string>): Promise<Record<string, string>> {
  const client = { client_id: SERVICE_CLIENT.id, client_secret: SERVICE_CLIENT.secret }
  const body = new URLSearchParams({ ...client, ...fields })
  return (await fetch(`${urlOf(index)}/oauth/token`, { method: 'POST', body })).json() as Promise<
    Record<string, string>
  >
}

const password = () => token(0, { grant_type: 'password', username: ADMIN.email, password: ADMIN.password })

describe('a hundred requests at once to two processes', () => {
  it('[AUTH15] [LIM:refresh-window] [VER:refresh-leeway] with one session make one refresh and share its tokens', async () => {
    const { session, headers } = await ending()
    const responses = await hundred((index) => me(index, headers))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await descendants(session.refresh)).toBe(1)
    const sessions = await Promise.all(responses.map((response) => open(cookieOf(response))))
    expect(new Set(sessions.map(({ access, refresh }) => `${access} ${refresh}`)).size).toBe(1)
    expect(sessions[0]?.access).not.toBe(session.access)
    // and the same for who comes a little later
    const late = await open(cookieOf(await me(1, headers)))
    expect([late.access, await descendants(session.refresh)]).toEqual([sessions[0]?.access, 1])
  })

  it('[AUTH16] with one refresh token get one pair', async () => {
    const { refresh_token = '' } = await password()
    // secrets are compared slowly, so that few are at a time: each process has to know this one
    for (const index of [0, 1]) await token(index, { grant_type: 'refresh_token', refresh_token: 'x' })
    const answers = await hundred((index) => token(index, { grant_type: 'refresh_token', refresh_token }))
    expect(new Set(answers.map(({ access_token, refresh_token }) => `${access_token} ${refresh_token}`)).size).toBe(1)
    expect(answers[0]?.access_token).toMatch(/^[\w-]{43}$/)
    expect(await descendants(refresh_token)).toBe(1)
  })
})

it('[A1.h] a replay at one process ends at the other what came of the sign-in', async () => {
  const first = await password()
  const refresh = (index: number, refresh_token = '') => token(index, { grant_type: 'refresh_token', refresh_token })
  const second = await refresh(0, first.refresh_token)
  const headers = { authorization: `Bearer ${second.access_token}` }
  expect((await me(1, headers)).status).toBe(200)
  await database.kysely
    .updateTable('auth_tokens')
    .set({ rotated_at: Math.floor(Date.now() / 1000) - 31 })
    .where('handle_hash', '=', await handleHash(first.refresh_token ?? ''))
    .execute()
  expect(await refresh(0, first.refresh_token)).toMatchObject({ error: 'invalid_grant' })
  expect(await refresh(1, second.refresh_token)).toMatchObject({ error: 'invalid_grant' })
  await expect.poll(async () => (await me(1, headers)).status, { timeout: 10_000, interval: 250 }).toBe(401)
  expect(servers[0]?.output()).toContain('refresh replayed')
  expect(servers[0]?.output()).not.toContain(first.refresh_token)
})

it('[AUTH17] logout at one process ends the session refreshed at the other', async () => {
  const { headers } = await ending()
  const renewed = { cookie: `marquee_session=${cookieOf(await me(1, headers))}` }
  const origin = urlOf(0)
  const logout = { method: 'POST', headers: { ...headers, origin, 'content-type': 'application/json' } }
  expect((await fetch(`${origin}/api/v2/auth/logout`, logout)).status).toBe(204)
  expect((await me(0, renewed)).status).toBe(401)
  await expect.poll(async () => (await me(1, renewed)).status, { timeout: 10_000, interval: 250 }).toBe(401)
})
