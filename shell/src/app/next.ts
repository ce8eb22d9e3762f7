/** Where to go after signing in: only ever a path of this application. */
export function nextPath(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/'
  const own = next.startsWith('/') && !next.startsWith('//') && !next.includes('\\')
  return own && !next.startsWith('/login') ? next : '/'
}

/** A page that the service itself shows: the browser has to load it. */
export function isServicePage(path: string): boolean {
  return /^\/(?:help|oauth)(?:[/?#]|$)/.test(path)
}

export function loginPath(location: { readonly pathname: string; readonly search: string }): string {
  const here = `${location.pathname}${location.search}`
  return here === '/' ? '/login' : `/login?next=${encodeURIComponent(here)}`
}
