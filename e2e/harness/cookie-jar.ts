/** What follows links and sends forms, with cookies of each host, as a browser does. */
export interface Visitor {
  /** Redirects are not followed. */
  readonly get: (url: string) => Promise<Response>
  readonly submit: (url: string, fields: Readonly<Record<string, string>>) => Promise<Response>
  readonly post: (url: string, body: unknown) => Promise<Response>
  readonly remove: (url: string) => Promise<Response>
  /** Of a host, as they are sent there. */
  readonly cookies: (url: string) => string
  /** Another visitor with the same cookies. */
  readonly copy: () => Visitor
}

export function newVisitor(jars: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map()): Visitor {
  const kept = new Map([...jars].map(([host, jar]) => [host, new Map(jar)]))
  const cookies = (url: string): string =>
    [...(kept.get(new URL(url).hostname) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')

  async function send(url: string, init: RequestInit): Promise<Response> {
    const headers = { ...(init.headers as Record<string, string>), cookie: cookies(url) }
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    const { hostname } = new URL(url)
    const jar = kept.get(hostname) ?? new Map<string, string>()
    kept.set(hostname, jar)
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '' || /max-age=0|expires=Thu, 01 Jan 1970/i.test(cookie)) jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }

  const originOf = (url: string): string => new URL(url).origin
  const json = (url: string) => ({ 'content-type': 'application/json', origin: originOf(url) })
  return {
    get: (url) => send(url, { headers: { accept: 'text/html' } }),
    submit: (url, fields) => send(url, { method: 'POST', body: new URLSearchParams(fields) }),
    post: (url, body) => send(url, { method: 'POST', headers: json(url), body: JSON.stringify(body) }),
    remove: (url) => send(url, { method: 'DELETE', headers: json(url) }),
    cookies,
    copy: () => newVisitor(kept),
  }
}
