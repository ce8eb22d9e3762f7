/** What a route is asked with: a film of source 1 that is made for the request, a file record, and a page of films. */
export interface Places {
  readonly film: number
  readonly image: number
}

export interface RouteCase {
  readonly path: (places: Places) => string
  readonly body?: (places: Places) => object
  /** Statuses for each of `CALLERS`, in their order. */
  readonly statuses: string
  /** The answer names the film to who may read it, and to nobody else. */
  readonly shows?: true
}

export const CALLERS = ['nobody', 'expired', 'other source', 'reader', 'writer', 'administrator', 'service'] as const

const at = (path: string, statuses: string, body?: object): RouteCase => ({
  path: () => path,
  statuses,
  ...(body === undefined ? {} : { body: () => body }),
})
const every = (status: number): string => CALLERS.map(() => status).join(' ')
/** Whoever is signed in. */
const signedIn = (status: number): string => `401 401 ${status} ${status} ${status} ${status} ${status}`
/** Whoever is signed in as a person: a service has no account of its own to look after. */
const people = (status: number): string => `401 401 ${status} ${status} ${status} ${status} 403`
/** Services and administrators. */
const administrators = (status: number): string => `401 401 403 403 403 ${status} ${status}`
/** Administrators as persons, who have a password to prove that it is them. */
const administratorsOnly = (status: number): string => `401 401 403 403 403 ${status} 403`
/** Who may read what is asked about: to the others it is not there. */
const readers = '401 401 404 200 200 200 200'
/** Who may write what is asked about, which one of the callers cannot even see. */
const writers = (status: number): string => `401 401 404 403 ${status} ${status} ${status}`
/** Who may write records of the media type at all. */
const writersOfType = (status: number): string => `401 401 ${status} 403 ${status} ${status} ${status}`

const of = (path: (places: Places) => string, statuses: string, more: Partial<RouteCase> = {}): RouteCase => {
  return { path, statuses, ...more }
}

const counted = { _mediaType: 'films', _groupBy: ['title'], _aggregates: [{ _function: 'count', _as: 'n' }] }

/** Every route that is mounted, and who gets what from it. */
export const ROUTES: Readonly<Record<string, RouteCase>> = {
  'GET /health': at('/health', every(200)),
  'GET /health/ready': at('/health/ready', every(200)),
  'GET /configurablepermissions': at('/configurablepermissions', every(200)),
  'GET /.well-known/oauth-authorization-server': at('/.well-known/oauth-authorization-server', every(200)),
  'GET /oauth/jwks': at('/oauth/jwks', every(200)),
  'GET /oauth/authorize': at('/oauth/authorize', every(400)),
  // a form of the service's own page: without its origin it is nobody's
  'POST /oauth/authorize': at('/oauth/authorize', '403 403 400 400 400 400 403', {}),
  'GET /oauth/continue': at('/oauth/continue', every(303)),
  'POST /oauth/token': at('/oauth/token', every(400), {}),
  'POST /oauth/device_authorization': at('/oauth/device_authorization', every(400), {}),
  'POST /oauth/introspect': at('/oauth/introspect', every(400), {}),
  'POST /oauth/revoke': at('/oauth/revoke', every(400), {}),
  'POST /api/v2/auth/login': at('/api/v2/auth/login', every(422), {}),
  'GET /api/v2/auth/providers': at('/api/v2/auth/providers', every(200)),
  'GET /api/v2/auth/providers/:key/start': at('/api/v2/auth/providers/none/start', every(302)),
  'GET /api/v2/auth/providers/:key/callback': at('/api/v2/auth/providers/none/callback', every(302)),
  'POST /api/v2/auth/providers/:key/link': at('/api/v2/auth/providers/none/link', people(422), {}),
  'GET /api/v2/auth/identities': at('/api/v2/auth/identities', people(200)),
  'DELETE /api/v2/auth/identities/:id': at('/api/v2/auth/identities/1', people(404)),
  'POST /api/v2/auth/forgot-password': at('/api/v2/auth/forgot-password', every(422), {}),
  'POST /api/v2/auth/reset-password': at('/api/v2/auth/reset-password', every(422), {}),
  'POST /api/v2/auth/reset-password/validate': at('/api/v2/auth/reset-password/validate', every(422), {}),
  'POST /api/v2/auth/update-password': at('/api/v2/auth/update-password', signedIn(422), {}),
  'GET /api/v2/auth/consents': at('/api/v2/auth/consents', people(200)),
  'DELETE /api/v2/auth/consents/:clientId': at('/api/v2/auth/consents/nobody', people(404)),
  'GET /api/v2/auth/sessions': at('/api/v2/auth/sessions', people(200)),
  // the callers go on with theirs
  'DELETE /api/v2/auth/sessions': at('/api/v2/auth/sessions?except=nobody', people(400)),
  'DELETE /api/v2/auth/sessions/:id': at('/api/v2/auth/sessions/0', people(404)),
  'GET /api/v2/auth/users/:userId/sessions': at('/api/v2/auth/users/1/sessions', administrators(200)),
  'DELETE /api/v2/auth/users/:userId/sessions': at('/api/v2/auth/users/1/sessions?except=nobody', administrators(400)),
  'DELETE /api/v2/auth/users/:userId/sessions/:id': at('/api/v2/auth/users/1/sessions/0', administrators(404)),
  'GET /api/v2/auth/users/:userId/sign-in': at('/api/v2/auth/users/1/sign-in', administrators(200)),
  'POST /api/v2/auth/users/:userId/totp/disable': at('/api/v2/auth/users/1/totp/disable', administratorsOnly(422), {}),
  'POST /api/v2/auth/users/:userId/passkeys/remove': at(
    '/api/v2/auth/users/1/passkeys/remove',
    administratorsOnly(422),
    {},
  ),
  'GET /api/v2/auth/devices': at('/api/v2/auth/devices', people(200)),
  'POST /api/v2/auth/devices/look-up': at('/api/v2/auth/devices/look-up', people(422), {}),
  'POST /api/v2/auth/devices/pair': at('/api/v2/auth/devices/pair', people(422), {}),
  'DELETE /api/v2/auth/devices/:id': at('/api/v2/auth/devices/0', people(404)),
  'ALL /api/v2/auth/totp/*': at('/api/v2/auth/totp/nothing', signedIn(404)),
  'GET /api/v2/auth/totp': at('/api/v2/auth/totp', people(200)),
  'POST /api/v2/auth/totp/enrol': at('/api/v2/auth/totp/enrol', people(422), {}),
  'POST /api/v2/auth/totp/confirm': at('/api/v2/auth/totp/confirm', people(422), {}),
  'POST /api/v2/auth/totp/recovery-codes': at('/api/v2/auth/totp/recovery-codes', people(422), {}),
  'POST /api/v2/auth/totp/disable': at('/api/v2/auth/totp/disable', people(422), {}),
  'ALL /api/v2/auth/passkeys/*': at('/api/v2/auth/passkeys/nothing/at/all', signedIn(404)),
  'GET /api/v2/auth/passkeys': at('/api/v2/auth/passkeys', people(200)),
  'POST /api/v2/auth/passkeys/register/options': at('/api/v2/auth/passkeys/register/options', people(422), {}),
  'POST /api/v2/auth/passkeys/register': at('/api/v2/auth/passkeys/register', people(422), {}),
  'PATCH /api/v2/auth/passkeys/:id': at('/api/v2/auth/passkeys/1', people(404), { name: 'Mine' }),
  'POST /api/v2/auth/passkeys/:id/remove': at('/api/v2/auth/passkeys/1/remove', people(404), {}),
  'POST /api/v2/auth/passkeys/sign-in/options': at('/api/v2/auth/passkeys/sign-in/options', every(200), {}),
  'POST /api/v2/auth/passkeys/sign-in': at('/api/v2/auth/passkeys/sign-in', every(422), {}),
  'GET /user/me': at('/user/me', signedIn(200)),
  'GET /user/current': at('/user/current', signedIn(200)),
  'PATCH /user/current': at('/user/current', signedIn(200), {}),
  'GET /api/v1/me': at('/api/v1/me', signedIn(200)),
  'GET /api/v1/dictionary': at('/api/v1/dictionary', signedIn(200)),
  'GET /openapi.json': at('/openapi.json', signedIn(200)),
  'GET /help': at('/help', signedIn(200)),
  'GET /help/:section': at('/help/data-api', signedIn(404)),
  'GET /files/openapi.json': at('/files/openapi.json', signedIn(200)),
  'GET /files/help': at('/files/help', signedIn(200)),

  'GET /api/v1/:type': of(() => '/api/v1/films?pageSize=600', signedIn(200), { shows: true }),
  'GET /api/v1/:type/:ids': of(({ film }) => `/api/v1/films/${film}`, signedIn(200), { shows: true }),
  'GET /api/v1/:type/:id/:child': of(({ film }) => `/api/v1/films/${film}/lists`, signedIn(200)),
  'POST /api/v1/aggregate-data': of(() => '/api/v1/aggregate-data', signedIn(200), {
    body: () => counted,
    shows: true,
  }),
  'POST /api/v1/:type': at('/api/v1/films', writersOfType(201), { films: [{ title: 'New' }] }),
  'PATCH /api/v1/:type/:ids': of(({ film }) => `/api/v1/films/${film}`, writers(200), {
    body: () => ({ films: [{ year: 2001 }] }),
  }),
  'PUT /api/v1/:type/:ids': of(({ film }) => `/api/v1/films/${film}`, writers(200), {
    body: () => ({ films: [{ year: 2002 }] }),
  }),
  'PATCH /api/v1/:type': of(() => '/api/v1/films', writers(200), {
    body: ({ film }) => ({ films: [{ _id: film, year: 2003 }] }),
  }),
  'DELETE /api/v1/:type/:ids': of(({ film }) => `/api/v1/films/${film}`, writers(204)),
  'POST /api/v1/$batch': of(() => '/api/v1/$batch', writers(200), {
    body: ({ film }) => ({ _operations: [{ _op: 'remove', _href: `/api/v1/films/${film}` }] }),
  }),

  'GET /api/v2/history': of(() => '/api/v2/history', signedIn(200)),
  'GET /api/v2/history/:mediaType/:id': of(({ film }) => `/api/v2/history/films/${film}`, readers, {
    shows: true,
  }),
  'GET /api/v2/history/:mediaType/:id/difference': of(
    ({ film }) => `/api/v2/history/films/${film}/difference?from=1`,
    readers,
  ),
  'POST /api/v2/history/:mediaType/:id/restore': of(
    ({ film }) => `/api/v2/history/films/${film}/restore`,
    writers(200),
    {
      body: () => ({ version: 1 }),
    },
  ),
  'POST /edithistory/v1/read/:mediaType/:id': of(({ film }) => `/edithistory/v1/read/films/${film}`, signedIn(200), {
    body: () => ({ _readable: ['films'] }),
  }),
  'ALL /edithistory/v1/*': at('/edithistory/v1/health', administrators(200)),
  'ALL /contentcriteria/v1/*': at('/contentcriteria/v1/health', administrators(200)),
  'ALL /permission/v1/*': at('/permission/v1/health', administrators(200)),
  'ALL /concurrency/v1/*': at('/concurrency/v1/health', administrators(200)),
  'POST /api/v2/concurrency/link': of(() => '/api/v2/concurrency/link', readers, {
    body: ({ film }) => ({ pageKey: 'film', mediaType: 'films', recordId: film, action: 'viewing' }),
  }),
  'POST /api/v2/concurrency/refresh': at('/api/v2/concurrency/refresh', signedIn(404), { linkId: 'none' }),
  'POST /api/v2/concurrency/unlink': at('/api/v2/concurrency/unlink', signedIn(204), { linkId: 'none' }),
  'GET /api/v2/concurrency/viewers': of(
    ({ film }) => `/api/v2/concurrency/viewers?mediaType=films&recordId=${film}`,
    readers,
  ),
  'GET /api/v2/concurrency/health': at('/api/v2/concurrency/health', signedIn(200)),
  'GET /api/v2/permissions/explain': of(
    ({ film }) => `/api/v2/permissions/explain?mediaType=films&id=${film}&action=read`,
    signedIn(200),
  ),

  'GET /api/v2/display/:pageKey/:itemId?': of(({ film }) => `/api/v2/display/film/${film}`, readers, {
    shows: true,
  }),
  'GET /api/v2/components/:pageKey/:itemId/:componentKey': of(
    ({ film }) => `/api/v2/components/film/${film}/form`,
    readers,
    { shows: true },
  ),
  'POST /api/v2/save/:pageKey/:itemId': of(({ film }) => `/api/v2/save/film/${film}`, writers(200), {
    body: () => ({ components: [{ key: 'form', data: { values: { year: 2004 } } }] }),
  }),
  'GET /api/v2/menu': at('/api/v2/menu', signedIn(200)),
  'GET /api/v2/global/pages': at('/api/v2/global/pages', signedIn(200)),
  'GET /api/v2/remotes': at('/api/v2/remotes', signedIn(200)),
  'GET /api/v2/global/sources': at('/api/v2/global/sources', signedIn(200)),

  'GET /api/v1/download/file/:file/:name': at('/api/v1/download/file/999/x.txt', signedIn(404)),
  'POST /api/v1/download/sign': at('/api/v1/download/sign', signedIn(422), {}),
  'GET /api/v1/fullstoragearea/:type/:id': of(({ image }) => `/api/v1/fullstoragearea/images/${image}`, writers(200)),
  'PUT /api/v1/$checkupload/:type/:id': of(({ image }) => `/api/v1/$checkupload/images/${image}`, writers(422), {
    body: () => ({ _filesToValidate: { 'a.txt': { Item1: 1, Item2: '0cc175b9c0f1b6a831c399e269772661' } } }),
  }),
  // an upload is its owner's, and to everybody else it is not there
  'ALL /api/v1/$upload/*': at('/api/v1/$upload/none/one/two', signedIn(404)),
  'POST /api/v1/$upload': at('/api/v1/$upload', writersOfType(200), { _files: ['a.txt'] }),
  'GET /api/v1/$upload/:upload': at('/api/v1/$upload/none', signedIn(404)),
  'POST /api/v1/$upload/:upload': at('/api/v1/$upload/none', signedIn(422), {}),
  'DELETE /api/v1/$upload/:upload': at('/api/v1/$upload/none', signedIn(404)),
  'GET /api/v1/$upload/:upload/:name': at('/api/v1/$upload/none/a.txt', signedIn(404)),
  'PUT /api/v1/$upload/:upload/:name': at('/api/v1/$upload/none/a.txt', signedIn(400), {}),
  'PATCH /api/v1/$upload/:upload/:name': at('/api/v1/$upload/none/a.txt', signedIn(415), {}),
  'POST /api/v1/$upload/:upload/:name': at('/api/v1/$upload/none/a.txt', signedIn(405), {}),
  'DELETE /api/v1/$upload/:upload/:name': at('/api/v1/$upload/none/a.txt', signedIn(404)),
  'POST /api/v1/upload/content/:name': at('/api/v1/upload/content/a.txt', writersOfType(201), {}),

  // last: it ends the sessions and tokens of all of them
  'POST /api/v2/auth/logout': at('/api/v2/auth/logout', every(204), {}),
}
