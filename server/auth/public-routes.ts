import { isServicePath } from '../service-paths.ts'

/** The one table of what answers without sign-in; what is neither in it nor the shell's is refused. */

interface PublicRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
}

const PUBLIC_ROUTES: readonly PublicRoute[] = [
  { method: 'GET', path: '/health' },
  { method: 'GET', path: '/health/ready' },
  { method: 'GET', path: '/configurablepermissions' },
  { method: 'POST', path: '/oauth/token' },
  { method: 'GET', path: '/oauth/jwks' },
  { method: 'POST', path: '/api/v2/auth/login' },
  { method: 'POST', path: '/api/v2/auth/logout' },
]

/** Whether a request is answered without a caller; `path` as the router sees it, decoded. HEAD counts as GET. */
export function isPublic(method: string, path: string): boolean {
  const reads = method === 'GET' || method === 'HEAD'
  if (reads && !isServicePath(path)) return true
  return PUBLIC_ROUTES.some((route) => route.path === path && (reads ? 'GET' : method) === route.method)
}
