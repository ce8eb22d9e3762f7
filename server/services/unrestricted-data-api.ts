import { Hono } from 'hono'
import { UNRESTRICTED } from '../catalog/rights.ts'
import { type DataApi, dataApiRoutes } from '../data-api/routes.ts'
import type { Transaction } from '../db/database.ts'
import { errorResponse } from '../errors.ts'
import type { AppEnv, Caller } from '../http.ts'
import { asAppError } from '../known-error.ts'
import type { Log } from '../log.ts'
import type { Author } from '../write/changes.ts'

/** What is told beside the request. */
export interface UnrestrictedCall {
  /** Asked in the transaction of a write, before anything is done; throws to refuse it. */
  readonly guard?: (tx: Transaction) => Promise<void>
  /** Whose write it is in edit history; the service's own unless told. */
  readonly author?: Author
}

/** The data API of the same process. */
export type UnrestrictedDataApi = (request: Request, call?: UnrestrictedCall) => Response | Promise<Response>

/** A service of this process, which needs no token to be itself. */
const SERVICE: Caller = {
  kind: 'service',
  key: 'client:in-process',
  userId: null,
  username: null,
  name: 'in-process service',
  isAdministrator: false,
  language: null,
  clientId: null,
  rights: UNRESTRICTED,
}

interface CallEnv extends AppEnv {
  readonly Bindings: UnrestrictedCall
}

/** The data API to services of the same process: mounted nowhere, open to whoever holds it, with no rights applied. */
export function unrestrictedDataApi(dataApi: DataApi, log: Log): UnrestrictedDataApi {
  const app = new Hono<CallEnv>()
  app.onError((error, c) => {
    const known = asAppError(error)
    if (known.status >= 500) log.error('request failed', { requestId: c.get('requestId'), error })
    return errorResponse(known, c.req.header('accept') ?? null)
  })
  app.use(async (c, next) => {
    c.set('requestId', c.req.header('x-request-id') ?? crypto.randomUUID())
    c.set('caller', c.env.author === undefined ? SERVICE : acting(c.env.author))
    c.set('guard', c.env.guard)
    await next()
  })
  app.route('/', dataApiRoutes(dataApi))
  return (request, call = {}) => app.fetch(request, call)
}

function acting({ userId, name }: Author): Caller {
  return userId === null ? { ...SERVICE, name } : { ...SERVICE, kind: 'user', key: `user:${userId}`, userId, name }
}
