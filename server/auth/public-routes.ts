import type { OauthConfig } from '../config-oauth.ts'
import { isServicePath } from '../service-paths.ts'

/** The one table of what answers without sign-in; what is neither in it nor the shell's is refused. */

interface PublicRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
}

type ConfiguredPaths = Pick<OauthConfig, 'authorizePath' | 'tokenPath'>

const ROUTES: readonly PublicRoute[] = [
  { method: 'GET', path: '/health' },
  { method: 'GET', path: '/health/ready' },
  { method: 'GET', path: '/configurablepermissions' },
  { method: 'GET', path: '/.well-known/oauth-authorization-server' },
  { method: 'GET', path: '/oauth/jwks' },
  { method: 'GET', path: '/oauth/continue' },
  // those who ask prove themselves as clients
  { method: 'POST', path: '/oauth/device_authorization' },
  { method: 'POST', path: '/oauth/introspect' },
  { method: 'POST', path: '/oauth/revoke' },
  { method: 'POST', path: '/api/v2/auth/login' },
  { method: 'POST', path: '/api/v2/auth/logout' },
  { method: 'GET', path: '/api/v2/auth/providers' },
  { method: 'POST', path: '/api/v2/auth/passkeys/sign-in/options' },
  { method: 'POST', path: '/api/v2/auth/passkeys/sign-in' },
  // who asks forgot the password; the token of the mailed link proves the rest
  { method: 'POST', path: '/api/v2/auth/forgot-password' },
  { method: 'POST', path: '/api/v2/auth/reset-password' },
  { method: 'POST', path: '/api/v2/auth/reset-password/validate' },
]

/** The two steps of a sign-in through an outside provider, which leads to who is not signed in yet. */
const PROVIDER_STEP = /^\/api\/v2\/auth\/providers\/[^/]+\/(?:start|callback)$/

/**
 * Tells whether a request is answered without a caller; `path` as the router sees it, decoded. HEAD counts as GET. The
 * authorization endpoint looks for a session itself: who has none is led to the sign-in.
 */
export function publicRoutes({ authorizePath, tokenPath }: ConfiguredPaths) {
  const routes: readonly PublicRoute[] = [
    ...ROUTES,
    { method: 'GET', path: authorizePath },
    { method: 'POST', path: authorizePath },
    { method: 'POST', path: tokenPath },
  ]
  const methods = Map.groupBy(routes, ({ path }) => path)
  return (method: string, path: string): boolean => {
    const reads = method === 'GET' || method === 'HEAD'
    if (reads && (!isServicePath(path) || PROVIDER_STEP.test(path))) return true
    const asked = reads ? 'GET' : method
    return methods.get(path)?.some((route) => route.method === asked) ?? false
  }
}

/** The same with the paths that hold unless others are configured. */
export const isPublic = publicRoutes({ authorizePath: '/oauth/authorize', tokenPath: '/oauth/token' })
