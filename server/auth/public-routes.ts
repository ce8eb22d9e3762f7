/** The one table of what answers without sign-in; everything that is not in it is refused. */

interface PublicRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
}

const PUBLIC_ROUTES: readonly PublicRoute[] = [
  { method: 'GET', path: '/health' },
  { method: 'GET', path: '/health/ready' },
  { method: 'GET', path: '/configurablepermissions' },
  { method: 'POST', path: '/oauth/token' },
  { method: 'POST', path: '/api/v2/auth/login' },
  { method: 'POST', path: '/api/v2/auth/logout' },
]

/** Everything of the service stands below these; any other GET is the shell: its page, scripts and pictures. */
const SERVICE_PATHS: readonly string[] = [
  '/api',
  '/concurrency',
  '/configurablepermissions',
  '/contentcriteria',
  '/edithistory',
  '/epg',
  '/health',
  '/help',
  '/oauth',
  '/openapi.json',
  '/permission',
  '/user',
]

/** Whether a request is answered without a caller; `path` as the router sees it, decoded. HEAD counts as GET. */
export function isPublic(method: string, path: string): boolean {
  const reads = method === 'GET' || method === 'HEAD'
  if (reads && !SERVICE_PATHS.some((prefix) => isBelow(path, prefix))) return true
  return PUBLIC_ROUTES.some((route) => route.path === path && (reads ? 'GET' : method) === route.method)
}

function isBelow(path: string, prefix: string): boolean {
  return path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/')
}
