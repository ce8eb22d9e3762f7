import type { Context } from 'hono'
import { AppError, errorResponse } from './errors.ts'
import type { AppEnv } from './http.ts'
import type { Platform } from './runtime/platform.ts'
import { isServicePath } from './service-paths.ts'

/** The policy of the shell's page: scripts and data from here alone [R5 widens it by the remotes' origins]. */
export function contentSecurityPolicy(remotes: readonly string[] = []): string {
  const origins = ["'self'", ...remotes].join(' ')
  return [
    "default-src 'self'",
    `script-src ${origins}`,
    `style-src ${["'self'", "'unsafe-inline'", ...remotes].join(' ')}`,
    "img-src 'self' data: https:",
    `connect-src ${origins}`,
    "frame-ancestors 'none'",
    "base-uri 'self'",
    "form-action 'self'",
  ].join('; ')
}

/**
 * Answers what no route took: the shell's files, its page for any address of its own that a browser opens, and for all
 * else NOT_FOUND.
 */
export function shellFiles(
  platform: Platform,
  policy = contentSecurityPolicy(),
): (c: Context<AppEnv>) => Promise<Response> {
  return async (c) => {
    const { method, path } = c.req
    const found = (method === 'GET' || method === 'HEAD') && !isServicePath(path) ? await shellFile(c, platform) : null
    if (found === null) {
      const nothing = new AppError({ code: 'NOT_FOUND', detail: `nothing answers ${method} ${path}` })
      return errorResponse(nothing, c.req.header('accept') ?? null)
    }
    const response = new Response(method === 'HEAD' ? null : found.body, found)
    response.headers.set('cache-control', isHashed(path) ? 'public, max-age=31536000, immutable' : 'no-cache')
    if (response.headers.get('content-type')?.startsWith('text/html')) {
      response.headers.set('content-security-policy', policy)
    }
    return response
  }
}

async function shellFile(c: Context<AppEnv>, { asset }: Platform): Promise<Response | null> {
  const { path } = c.req
  const found = path === '/' ? null : await asset(path, c.req.raw.headers)
  if (found !== null) return found
  const opensPage = path === '/' || (!isHashed(path) && (c.req.header('accept')?.includes('text/html') ?? false))
  return opensPage ? asset('/index.html', c.req.raw.headers) : null
}

/** The build names files under /assets/ by their content. */
function isHashed(path: string): boolean {
  return path.startsWith('/assets/')
}
