import type { Context } from 'hono'
import { AppError } from '../errors.ts'
import type { AppEnv } from '../http.ts'

/** Host and port as an address holds them. */
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

/** The origin a request was made to; a proxy's word on protocol and host counts only when the proxy is trusted. */
export function ownOrigin(c: Context<AppEnv>, trustProxy: boolean): string {
  const { protocol, host } = new URL(c.req.url)
  const forwarded = (name: string): string | undefined =>
    trustProxy ? c.req.header(`x-forwarded-${name}`)?.split(',')[0]?.trim().toLowerCase() : undefined
  const proto = forwarded('proto')
  const scheme = proto === 'https' || proto === 'http' ? `${proto}:` : protocol
  const seen = forwarded('host')
  const address = `${scheme}//${seen !== undefined && HOST.test(seen) ? seen : host}`
  return new URL(URL.canParse(address) ? address : `${scheme}//${host}`).origin
}

/** What a write with the session cookie must show, so that no other site can have caused it [A5]. */
export function requireOwnPage(c: Context<AppEnv>, trustProxy: boolean): void {
  requireSameOrigin(c, trustProxy)
  if (isJson(c.req.header('content-type'))) return
  const detail = 'A write with the session cookie needs a JSON content type.'
  throw new AppError({ code: 'FORBIDDEN', detail, header: 'Content-Type' })
}

/** A browser sends `Origin` with every write: that of another site betrays a forged request. */
export function requireSameOrigin(c: Context<AppEnv>, trustProxy: boolean): void {
  const own = ownOrigin(c, trustProxy)
  if (c.req.header('origin') === own) return
  throw new AppError({ code: 'FORBIDDEN', detail: `The header must be Origin: ${own}.`, header: 'Origin' })
}

/** `application/json` or any type ending in `+json`. */
export function isJson(contentType: string | undefined): boolean {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? ''
  return type === 'application/json' || /^[a-z]+\/[a-z0-9.+-]+\+json$/.test(type)
}
