import { afterAll, beforeAll, expect, it } from 'vitest'
import { codeOf } from '../harness/authenticator.ts'
import { CREDENTIALS } from '../harness/credentials.ts'
import { type PostgresServer, startPostgres } from '../harness/postgres.ts'
import { type RunningServer, startServer } from '../harness/servers.ts'
import { callerOf } from './saves.ts'

/** Behind a proxy, which says where requests come from; mail goes nowhere. */
const COMMON = { ...CREDENTIALS, DEMO: 'false', LOG_LEVEL: 'warn', TRUST_PROXY: 'true' }
const PASSWORD = 'a password that nobody guesses'

let postgres: PostgresServer
let servers: readonly RunningServer[]
beforeAll(async () => {
  postgres = await startPostgres()
  const DATABASE_URL = await postgres.createDatabase('guessed')
  const first = await startServer('node', { ...COMMON, DATABASE_URL })
  servers = [first, await startServer('node', { ...COMMON, DATABASE_URL })]
  const { send } = await callerOf(first.url)
  const users = ['vera', 'otto'].map((username) => ({ username, name: username, password: PASSWORD }))
  for (const user of users) expect((await send('POST', '/api/v1/users', { users: [user] })).status).toBe(201)
})
afterAll(async () => {
  for (const server of servers ?? []) await server.stop()
  await postgres?.stop()
})

type Body = Readonly<Record<string, string>>

const post = (url: string, path: string, body: Body, address: string, headers: Body = {}) =>
  fetch(`${url}/api/v2/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, origin: url, ...headers },
    body: JSON.stringify(body),
  })

/** The same from one process and the other in turn; the statuses. */
async function inTurn(count: number, path: string, body: Body, address: string): Promise<readonly number[]> {
  const statuses: number[] = []
  for (let index = 0; index < count; index += 1) {
    const { url } = servers[index % servers.length] as RunningServer
    const response = await post(url, path, body, address)
    if (response.status === 429) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    statuses.push(response.status)
    await response.arrayBuffer()
  }
  return statuses
}

interface Line {
  readonly level: string
  readonly event: string
  readonly kind: string
  readonly address?: string
}

/** What both logs tell of limits that were reached. */
function told(kind: string): readonly Line[] {
  const lines = servers.flatMap((server) => server.output().split('\n'))
  const events = lines.filter((line) => line.includes('"too many attempts"')).map((line) => JSON.parse(line) as Line)
  return events.filter((line) => line.kind === kind)
}

const times = (count: number, status: number) => Array.from({ length: count }, () => status)

it('[A2.a] [G5] passwords are tried ten times, whichever process is asked, and the log tells it once', async () => {
  const wrong = { username: 'vera', password: 'wrong' }
  expect(await inTurn(14, 'login', wrong, '192.0.2.1')).toEqual([...times(10, 401), ...times(4, 429)])
  await expect.poll(() => told('account-at'), { timeout: 10_000 }).toHaveLength(1)
  const [line] = told('account-at')
  expect(line).toMatchObject({ level: 'warn', address: '192.0.2.1', account: expect.stringMatching(/^[0-9a-f]{16}$/) })
  expect(servers.map((server) => server.output()).join()).not.toContain('vera')
  // whoever it is that guesses, the user signs in from elsewhere
  expect(await inTurn(2, 'login', { username: 'vera', password: PASSWORD }, '198.51.100.7')).toEqual([200, 200])

  const form = {
    grant_type: 'password',
    client_id: CREDENTIALS.SERVICE_CLIENT_ID,
    username: 'vera',
    password: PASSWORD,
  }
  const token = await fetch(`${servers[1]?.url}/oauth/token`, {
    method: 'POST',
    headers: { 'x-forwarded-for': '192.0.2.1' },
    body: new URLSearchParams({ ...form, client_secret: CREDENTIALS.SERVICE_CLIENT_SECRET }),
  })
  expect([token.status, ((await token.json()) as Body).error]).toEqual([429, 'rate_limited'])
})

it('[A2.a] [A3.h] one-time codes are tried ten times, whichever process is asked', async () => {
  const { url } = servers[0] as RunningServer
  const otto = { username: 'otto', password: PASSWORD }
  const session = await post(url, 'login', otto, '192.0.2.2')
  const cookie = session.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const enrolled = await post(url, 'totp/enrol', { currentPassword: PASSWORD }, '192.0.2.2', { cookie })
  const { secret } = (await enrolled.json()) as { readonly secret: string }
  expect((await post(url, 'totp/confirm', { otp: codeOf(secret) }, '192.0.2.2', { cookie })).status).toBe(200)
  const challenge = await post(url, 'login', otto, '192.0.2.2')
  const { challengeToken } = (await challenge.json()) as { readonly challengeToken: string }
  const guess = { challengeToken, otp: 'not a code' }
  expect(await inTurn(13, 'login', guess, '192.0.2.3')).toEqual([...times(10, 401), ...times(3, 429)])
  expect(await inTurn(1, 'login', { challengeToken, otp: codeOf(secret, Date.now(), 1) }, '192.0.2.4')).toEqual([429])
  await expect.poll(() => told('otp'), { timeout: 10_000 }).toHaveLength(1)
})

it('[A2.a] [A2.c] mails are asked for five times and links tried fifty times, whichever process is asked', async () => {
  for (const username of ['vera', 'nobody']) {
    const statuses = await inTurn(8, 'forgot-password', { username }, '192.0.2.5')
    expect(statuses).toEqual([...times(5, 202), ...times(3, 429)])
  }
  await expect.poll(() => told('recovery'), { timeout: 10_000 }).toHaveLength(2)
  const link = { token: 'x'.repeat(43) }
  const statuses = await inTurn(54, 'reset-password/validate', link, '192.0.2.6')
  expect(statuses.slice(0, 50)).toEqual(times(50, 200))
  expect(statuses.slice(50)).toContain(429)
  await expect.poll(() => told('address').length, { timeout: 10_000 }).toBeGreaterThan(0)
})
