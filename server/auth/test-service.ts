import { Hono } from 'hono'
import type { Database } from '../db/database.ts'
import { migratedDatabase, openCopy } from '../db/test-database.ts'
import { AppError, errorResponse } from '../errors.ts'
import type { AppEnv } from '../http.ts'
import { type Auth, authenticate, authRoutes, type Recovery } from './index.ts'
import { quickHash } from './test-password.ts'

export const ORIGIN = 'http://cms.test'
export const PASSWORD = 'correct horse battery staple'
export const SECRET = 's:e+c%ret ü'

/** The real schema in a database that is new; `observed` gathers the text of every statement. */
export async function openTestDatabase(observed: string[] = []): Promise<Database> {
  return openCopy(await migratedDatabase(), (text) => observed.push(text))
}

/** A clock that stands still until it is moved, in Unix milliseconds. */
export function testClock() {
  let time = 1_800_000_000_000
  return {
    now: () => time,
    advance: (seconds: number) => {
      time += seconds * 1000
    },
  }
}

const passwordHash = quickHash(PASSWORD)
const secretHash = quickHash(SECRET)

/** A user with `PASSWORD`; gives the id. */
export async function addUser(
  database: Database,
  username: string,
  more: { readonly email?: string; readonly isAdministrator?: boolean; readonly isDisabled?: boolean } = {},
): Promise<number> {
  const { id } = await database.kysely
    .insertInto('users')
    .values({
      username,
      name: `The ${username}`,
      email: more.email ?? null,
      password_hash: passwordHash,
      is_administrator: more.isAdministrator ?? false,
      is_disabled: more.isDisabled ?? false,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return Number(id)
}

/** A client of type 1 with `SECRET` unless told otherwise. */
export async function addClient(
  database: Database,
  clientId: string,
  more: {
    readonly type?: 1 | 2 | 3
    readonly redirectUris?: readonly string[]
    readonly isFirstParty?: boolean
    readonly scopes?: readonly string[]
  } = {},
): Promise<void> {
  const { type = 1, redirectUris = [], isFirstParty = false, scopes = null } = more
  await database.kysely
    .insertInto('oauth_clients')
    .values({
      client_id: clientId,
      name: `The ${clientId}`,
      client_type: type,
      secret_hash: type === 2 ? null : secretHash,
      redirect_uris: redirectUris.join('\n'),
      is_first_party: isFirstParty,
      scopes,
    })
    .execute()
}

const NO_MAIL: Recovery = {
  mailer: null,
  textsFor: () => new Map(),
  publicOrigin: null,
  defer: () => undefined,
  log: { warn: () => undefined },
}

/** The routes and the middleware as the service mounts them, and routes that tell who called. */
export function testApp(auth: Auth, recovery: Recovery = NO_MAIL): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.onError((error, c) => {
    if (error instanceof AppError) return errorResponse(error, c.req.header('accept') ?? null)
    throw error
  })
  app.use('*', authenticate(auth))
  app.route('/', authRoutes(auth, recovery))
  app.all('/api/v1/movies', (c) => {
    const caller = c.get('caller')
    return c.json({ key: caller?.key, kind: caller?.kind, unrestricted: caller?.rights.unrestricted })
  })
  app.all('*', (c) => c.json({ caller: c.get('caller') }))
  return app
}

export interface SignIn {
  readonly response: Response
  /** What a browser sends back: `marquee_session=…`. */
  readonly cookie: string
}

export async function signIn(app: Hono<AppEnv>, username: string, password = PASSWORD): Promise<SignIn> {
  const response = await app.request(`${ORIGIN}/api/v2/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  return { response, cookie: cookieOf(response) ?? '' }
}

export function cookieOf(response: Response): string | undefined {
  return response.headers.getSetCookie()[0]?.split(';')[0]
}

/** The first error of an error body. */
export async function firstError(response: Response) {
  const { errors } = (await response.json()) as { errors: { code: string; source?: Record<string, string> }[] }
  return errors[0]
}
