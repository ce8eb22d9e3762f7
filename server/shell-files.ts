import type { Context } from 'hono'
import { isNameable } from '../shared/origins.ts'
import type { RemoteBundle } from '../shared/remotes.ts'
import { AppError, errorResponse } from './errors.ts'
import type { AppEnv } from './http.ts'
import type { Platform } from './runtime/platform.ts'
import { isServicePath } from './service-paths.ts'

/** Whom the shell's page lets in beside itself. */
export interface PolicyGuests {
  /** Customers' bundles, whose origins give scripts, styles, pictures, fonts and data [R5]. */
  readonly remotes: readonly RemoteBundle[]
  /** Origins that may be shown in a frame of the page. */
  readonly frames?: readonly string[]
}

/** The policy of the shell's page: nothing but what is its own, a bundle's or a frame's; nobody evaluates text. */
export function contentSecurityPolicy({ remotes, frames = [] }: PolicyGuests): string {
  const origins = [...new Set(remotes.map(({ entry }) => new URL(entry).origin))].filter(isNameable)
  const from = (...sources: readonly string[]): string => [...new Set([...sources, ...origins])].join(' ')
  return [
    "default-src 'self'",
    `script-src ${from("'self'")}`,
    `style-src ${from("'self'", "'unsafe-inline'")}`,
    `font-src ${from("'self'")}`,
    `img-src ${from("'self'", 'data:', 'https:')}`,
    `connect-src ${from("'self'")}`,
    `frame-src ${["'self'", ...frames].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'self'",
    "form-action 'self'",
  ].join('; ')
}

const PAGE = '/index.html'

/**
 * Answers what no route took: the shell's files, its page for any address of its own that a browser opens, and for all
 * else NOT_FOUND. The policy is asked for with each page.
 */
export function shellFiles(platform: Platform, policy: () => string): (c: Context<AppEnv>) => Promise<Response> {
  return async (c) => {
    const { method, path } = c.req
    const found =
      (method === 'GET' || method === 'HEAD') && !isServicePath(path) ? await shellFile(c, platform, policy) : null
    if (found === null) {
      const nothing = new AppError({ code: 'NOT_FOUND', detail: `nothing answers ${method} ${path}` })
      return errorResponse(nothing, c.req.header('accept') ?? null)
    }
    const response = new Response(method === 'HEAD' ? null : found.body, found)
    response.headers.set('cache-control', isHashed(path) ? 'public, max-age=31536000, immutable' : 'no-cache')
    return response
  }
}

async function shellFile(c: Context<AppEnv>, platform: Platform, policy: () => string): Promise<Response | null> {
  const { path } = c.req
  const found = path === '/' || path === PAGE ? null : await platform.asset(path, c.req.raw.headers)
  if (found !== null) return found
  const accepted = c.req.header('accept')?.includes('text/html') ?? false
  return path === '/' || path === PAGE || (!isHashed(path) && accepted)
    ? shellPage(c.req.raw.headers, platform, policy())
    : null
}

/** The page's tag covers its policy: a browser that keeps the page keeps the policy it came with. */
async function shellPage(request: Headers, { asset, digest }: Platform, policy: string): Promise<Response | null> {
  const unconditional = new Headers(request)
  unconditional.delete('if-none-match')
  unconditional.delete('if-modified-since')
  const page = await asset(PAGE, unconditional)
  if (page === null) return null
  const headers = new Headers(page.headers)
  headers.set('content-security-policy', policy)
  const own = headers.get('etag')
  if (own === null) return new Response(page.body, { status: page.status, headers })
  const tag = `${own.replace(/"$/, '')}.${digest(policy)}"`
  headers.set('etag', tag)
  if (!isAmong(request.get('if-none-match'), tag)) return new Response(page.body, { status: page.status, headers })
  await page.body?.cancel()
  for (const name of ['content-type', 'content-length', 'content-encoding']) headers.delete(name)
  return new Response(null, { status: 304, headers })
}

/** Weak comparison (RFC 9110, 8.8.3.2): something between may have compressed the page. */
function isAmong(header: string | null, tag: string): boolean {
  const opaque = (text: string): string => text.trim().replace(/^W\//, '')
  return header?.split(',').some((given) => given.trim() === '*' || opaque(given) === opaque(tag)) ?? false
}

/** The build names files under /assets/ by their content. */
function isHashed(path: string): boolean {
  return path.startsWith('/assets/')
}
