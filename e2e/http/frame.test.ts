import { describe, expect, it } from 'vitest'
import { accessToken, request, service } from '../harness/service.ts'

const { url } = service()
const get = (path: string, headers: Record<string, string> = {}): Promise<Response> => fetch(url + path, { headers })
const PAGE = { accept: 'text/html,application/xhtml+xml' }

/** The address of a script that the shell's page loads. */
async function scriptPath(): Promise<string> {
  const page = await (await get('/')).text()
  return /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? ''
}

describe('request ids', () => {
  it('[G5] stand on every response: routes, errors, pages, files, and what has no body', async () => {
    const script = await scriptPath()
    const tag = (await get(script)).headers.get('etag') ?? ''
    const responses = await Promise.all([
      get('/health'),
      request('/api/v1/sources'),
      get('/api/v1/sources'),
      get('/api/nothing'),
      get('/'),
      get(script),
      get(script, { 'if-none-match': tag }),
      fetch(`${url}/health`, { method: 'HEAD' }),
      fetch(`${url}/oauth/token`, { method: 'POST', body: 'x' }),
    ])
    for (const response of responses) expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Set(responses.map(({ headers }) => headers.get('x-request-id'))).size).toBe(responses.length)
  })

  it('[G5.a] are the caller’s own when they are sane', async () => {
    for (const id of ['a', 'trace-1.2_3', 'x'.repeat(128)]) {
      expect((await get('/health', { 'x-request-id': id })).headers.get('x-request-id')).toBe(id)
    }
  })

  it('[G5.a] are replaced when they are not', async () => {
    for (const id of ['', 'x'.repeat(129), 'two words', '{"a":1}', 'ü'.normalize('NFC'), 'a,b', '<script>']) {
      const { headers } = await get('/health', { 'x-request-id': id })
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    }
  })
})

describe('errors', () => {
  it('[D1] [D1.b] [ERR:NOT_FOUND] have the body and the content type of the API', async () => {
    const response = await request('/api/nothing')
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toBe('application/vnd.api+json;charset=UTF-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({
      errors: [{ status: '404', code: 'NOT_FOUND', title: 'Not found', detail: 'nothing answers GET /api/nothing' }],
    })
  })

  it('[D1.c] are problem details where the caller prefers them', async () => {
    const headers = { accept: 'application/problem+json' }
    const response = await request('/api/nothing', { headers })
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(await response.json()).toMatchObject({ status: 404, code: 'NOT_FOUND', title: 'Not found' })
    const rather = { accept: 'application/vnd.api+json, application/problem+json;q=0.5' }
    const plain = await request('/api/nothing', { headers: rather })
    expect(plain.headers.get('content-type')).toContain('application/vnd.api+json')
  })

  it('do not turn into the shell’s page below the service’s paths', async () => {
    for (const path of ['/api/nothing', '/oauth/nothing', '/health/nothing', '/user/nothing']) {
      const response = await get(path, { ...PAGE, authorization: `Bearer ${await accessToken()}` })
      expect([path, response.status]).toEqual([path, 404])
    }
  })
})

describe('the shell', () => {
  it('[G1] comes from the same port: its page for every address of its own', async () => {
    for (const path of ['/', '/films', '/films/12?tab=cast', '/login']) {
      const response = await get(path, PAGE)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toMatch(/^text\/html/)
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(await response.text()).toContain('<!doctype html>')
    }
  })

  it('is bound by a content security policy that lets nothing in from elsewhere', async () => {
    const { headers } = await get('/', PAGE)
    const policy = headers.get('content-security-policy') ?? ''
    for (const directive of [
      "default-src 'self'",
      "script-src 'self'",
      "frame-ancestors 'none'",
      "form-action 'self'",
    ]) {
      expect(policy.split('; ')).toContain(directive)
    }
    expect(policy).not.toContain('unsafe-eval')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('same-origin')
  })

  it('has scripts that a browser keeps for good, compressed where it can read that', async () => {
    const script = await scriptPath()
    const { headers } = await get(script, { 'accept-encoding': 'gzip, br' })
    expect(headers.get('content-type')).toMatch(/javascript/)
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('content-encoding')).toMatch(/^(br|gzip)$/)
    expect((await get(script, { 'accept-encoding': 'identity' })).headers.get('content-encoding')).toBeNull()
  })

  it('is not sent again to whoever has it', async () => {
    const tag = (await get('/', PAGE)).headers.get('etag') ?? ''
    expect(tag).not.toBe('')
    const again = await get('/', { ...PAGE, 'if-none-match': tag })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
  })

  it('answers 404 for a script of another build and for files outside of it', async () => {
    for (const path of [
      '/assets/gone-abc123.js',
      '/favicon.missing',
      '/..%2f..%2fpackage.json',
      '/%2e%2e/package.json',
    ]) {
      const response = await get(path, path.startsWith('/assets') ? PAGE : { accept: '*/*' })
      expect([path, response.status]).toEqual([path, 404])
    }
  })
})
