import { Hono, type HonoRequest } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { authenticate, authRoutes, provenPerson } from './auth/index.ts'
import { runs, type ServiceName } from './config.ts'
import type { Context } from './context.ts'
import { dataApiRoutes } from './data-api/routes.ts'
import { AppError, errorResponse } from './errors.ts'
import { requestFrame } from './frame.ts'
import type { AppEnv } from './http.ts'
import { asAppError } from './known-error.ts'
import { openApiRoutes } from './openapi/routes.ts'
import { frameOrigins } from './render/components/iframe.ts'
import { transport } from './services/transport.ts'
import { contentSecurityPolicy, shellFiles } from './shell-files.ts'
import { concurrencyRoutes, concurrencyServiceRoutes } from './web-api/concurrency.ts'
import { contentCriteriaRoutes } from './web-api/content-criteria.ts'
import { dictionaryRoutes } from './web-api/dictionary.ts'
import {
  dataApiAsCaller,
  dataApiElsewhere,
  downloadsElsewhere,
  filesElsewhere,
  lookedAfresh,
  signInElsewhere,
} from './web-api/elsewhere.ts'
import { aliveRoute, readyRoute } from './web-api/health.ts'
import { historyRoutes, historyServiceRoutes } from './web-api/history/routes.ts'
import { languageOf } from './web-api/language-of.ts'
import { meRoutes } from './web-api/me.ts'
import { pageRoutes } from './web-api/pages.ts'
import { configurablePermissions, permissionRoutes } from './web-api/permissions.ts'
import { explainRoutes } from './web-api/permissions-explain.ts'
import { remoteRoutes } from './web-api/remotes.ts'
import { signInPage } from './web-api/sign-in-page.ts'
import { userRoutes } from './web-api/user.ts'

/** Mounts every route on one application, the same on each runtime. */
export function createApp(context: Context): Hono<AppEnv> {
  const { catalogs, config, database, dictionaries, log, platform, remotes } = context
  const app: Hono<AppEnv> = new Hono<AppEnv>()
  const keepsHistory = config.services.editHistory.enabled
  const { auth, elsewhere } = context
  const look = () => Promise.all([catalogs.refresh(), dictionaries.refresh(), remotes.refresh()])
  const send =
    elsewhere.dataApi === null
      ? transport((request) => app.fetch(request))
      : dataApiAsCaller(auth, elsewhere.dataApi, look)

  app.onError((error, c) => {
    const known = asAppError(error, catalogs.current())
    if (known.status >= 500) log.error('request failed', { requestId: c.get('requestId'), error })
    const page = signInPage(c, known)
    if (page !== null) return page
    const dictionary = dictionaries.current()
    const { byKey } = dictionary.texts(languageOf(c, dictionary))
    return errorResponse(known, c.req.header('accept') ?? null, (key) => byKey.get(key))
  })

  app.use(requestFrame(log))

  app.route('/', aliveRoute(platform))
  app.route('/', readyRoute(context))
  if (elsewhere.authorization !== null) app.use(signInElsewhere(auth, elsewhere.authorization.send))
  if (runs(config.services, 'files'))
    app.use(elsewhere.files === null ? context.files.open : downloadsElsewhere(auth, elsewhere.files))
  app.use(authenticate(auth))
  app.use(lookedAfresh(look))
  // A body of a closed route is not read before it is known who sends it.
  app.use(limitedBody(config.dataApi.maxBodyBytes))
  if (elsewhere.authorization === null) app.route('/', authRoutes(auth, context.recovery))
  if (config.services.only !== null) {
    for (const name of config.services.only) app.route('/', SERVICE_ROUTES[name](context))
    app.notFound((c) => {
      throw new AppError({ code: 'NOT_FOUND', detail: `there is nothing at ${c.req.path}` })
    })
    return app
  }
  app.route(
    '/',
    userRoutes({
      ...{ database, digest: platform.digest, changed: auth.forget },
      proven: (c, proof) => provenPerson(c, auth, proof),
    }),
  )
  if (elsewhere.files === null) app.route('/', context.files.routes)
  else app.use(filesElsewhere(auth, elsewhere.files))
  if (elsewhere.dataApi === null) app.route('/', wholeDataApi(context))
  else app.use(dataApiElsewhere(auth, elsewhere.dataApi, look))
  app.route('/', historyRoutes({ history: context.history, catalog: catalogs.current, send, keepsHistory }))
  app.route('/', contentCriteriaRoutes(context.contentCriteria))
  app.route('/', concurrencyRoutes({ client: context.concurrency, send, ...config.services.concurrency }))
  app.route('/', permissionRoutes({ client: context.permissions, forget: auth.forget }))
  app.route('/', explainRoutes({ catalog: catalogs.current, database, permissions: context.permissions, send }))
  app.route('/', configurablePermissions(context.permissionInventory, platform.digest))
  app.route(
    '/',
    pageRoutes({
      ...{ catalogs, dictionaries, database, log, send, permissions: context.permissions, keepsHistory },
      remotes,
    }),
  )
  app.route('/', remoteRoutes(remotes.current))
  app.route('/', openApiRoutes({ catalogs, dictionaries, digest: platform.digest, paths: config.auth.oauth }))

  app.notFound(
    shellFiles(platform, () =>
      contentSecurityPolicy({ remotes: remotes.current(), frames: frameOrigins(catalogs.current()) }),
    ),
  )
  return app
}

/** What a process is when it is one service [G1.c]: for other services and administrators. */
const SERVICE_ROUTES: Readonly<Record<ServiceName, (context: Context) => Hono<AppEnv>>> = {
  // every process answers sign-ins, but where that is another one's
  auth: () => new Hono<AppEnv>(),
  dataapi: (context) => wholeDataApi(context),
  files: ({ files }) => files.routes,
  concurrency: ({ concurrency }) => concurrencyServiceRoutes(concurrency),
  contentcriteria: ({ contentCriteria }) => contentCriteriaRoutes(contentCriteria),
  edithistory: (context) => historyServiceRoutes(context),
  permission: ({ permissions, auth }) => permissionRoutes({ client: permissions, forget: auth.forget }),
}

/** All of `/api/v1` but files. */
function wholeDataApi({ auth, catalogs, database, dataApi, dictionaries, platform }: Context): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .route('/', meRoutes({ auth, catalog: catalogs.current, database }))
    .route('/', dictionaryRoutes({ dictionaries, digest: platform.digest }))
    .route('/', dataApiRoutes(dataApi))
}

function limitedBody(maxSize: number): ReturnType<typeof bodyLimit> {
  const limit = bodyLimit({
    maxSize,
    onError: () => {
      throw new AppError({ code: 'TOO_LARGE', detail: `a body may have at most ${maxSize} bytes` })
    },
  })
  // asking a GET for its body costs more than the rest of the frame
  return (c, next) => (c.req.method === 'GET' || c.req.method === 'HEAD' || isStreamed(c.req) ? next() : limit(c, next))
}

/** Bodies that are files, which the service of files bounds itself as they come. */
function isStreamed(request: HonoRequest): boolean {
  if (request.path === '/api/v1/$upload') return request.header('tus-resumable') !== undefined
  return /^\/api\/v1\/(?:\$upload\/[^/]+\/|upload\/)/.test(request.path)
}
