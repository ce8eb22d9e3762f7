const LONGEST = 2000

/** A page of this service to lead back to; `/` for anything else, other sites' addresses above all. */
export function ownPath(path: string | null | undefined): string {
  if (path == null || path.length > LONGEST || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(path)) return '/'
  const own = new URL('http://own.invalid')
  const url = URL.canParse(path, own) ? new URL(path, own) : own
  return url.origin !== own.origin || /^\/(?:\/|(?:api|login)(?:[/?#]|$))/.test(url.pathname) ? '/' : path
}

/** The path with one more parameter. */
export function withParameter(path: string, name: string, value: string): string {
  const url = new URL(path, 'http://own.invalid')
  url.searchParams.set(name, value)
  return `${url.pathname}${url.search}${url.hash}`
}
