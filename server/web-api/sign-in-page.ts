import type { Context } from 'hono'
import type { AppError } from '../errors.ts'
import type { AppEnv } from '../http.ts'

/** Pages of the service that people open themselves, beside the shell's own. */
const PAGES = /^\/help(?:\/|$)/

/** Leads a person who opens such a page without being signed in to the sign-in, and from there back; null for all else. */
export function signInPage(c: Context<AppEnv>, error: AppError): Response | null {
  const { method, path, url } = c.req
  const opened = method === 'GET' && PAGES.test(path) && (c.req.header('accept')?.includes('text/html') ?? false)
  if (!opened || error.status !== 401) return null
  const { pathname, search } = new URL(url)
  const location = `/login?next=${encodeURIComponent(`${pathname}${search}`)}`
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
}
