import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import type { AppEnv } from './http.ts'
import type { Platform } from './runtime/platform.ts'
import { contentSecurityPolicy, type PolicyGuests, shellFiles } from './shell-files.ts'

const directives = (guests: PolicyGuests): Map<string, string> =>
  new Map(
    contentSecurityPolicy(guests)
      .split('; ')
      .map((part) => [part.slice(0, part.indexOf(' ')), part.slice(part.indexOf(' ') + 1)]),
  )

describe('the policy of the shell’s page', () => {
  it('lets nobody in where there is nobody to let in', () => {
    const policy = directives({ remotes: [] })
    expect(policy.get('script-src')).toBe("'self'")
    expect(policy.get('connect-src')).toBe("'self'")
    expect(policy.get('frame-src')).toBe("'self'")
    expect(policy.get('frame-ancestors')).toBe("'none'")
  })

  it('[R5] lets in what bundles need, each origin once, and evaluates nothing', () => {
    const policy = directives({
      remotes: [
        { name: 'a', entry: 'https://cdn.example/a/remoteEntry.js' },
        { name: 'b', entry: 'https://cdn.example/b/remoteEntry.js' },
        { name: 'c', entry: 'http://localhost:4173/remoteEntry.js?v=1' },
      ],
    })
    const origins = 'https://cdn.example http://localhost:4173'
    expect(policy.get('script-src')).toBe(`'self' ${origins}`)
    expect(policy.get('style-src')).toBe(`'self' 'unsafe-inline' ${origins}`)
    expect(policy.get('connect-src')).toBe(`'self' ${origins}`)
    expect(policy.get('font-src')).toBe(`'self' ${origins}`)
    expect(policy.get('img-src')).toBe(`'self' data: https: ${origins}`)
    expect(policy.get('frame-src')).toBe("'self'")
    expect([...policy.values()].join(' ')).not.toContain('unsafe-eval')
  })

  it('[R5.a] [X49.b] names no host that a policy would understand as any other', () => {
    const entries = ['https://%2A/e.js', 'https://＊.example/e.js', 'https://a%3Bscript-src/e.js', 'https://a%2Cb/e.js']
    for (const entry of entries.filter((each) => URL.canParse(each)))
      expect(directives({ remotes: [{ name: 'a', entry }] }).get('script-src')).toBe("'self'")
  })

  it('lets in what stands in frames, and nothing else of theirs', () => {
    const policy = directives({ remotes: [], frames: ['https://maps.example', 'https://video.example'] })
    expect(policy.get('frame-src')).toBe("'self' https://maps.example https://video.example")
    expect(policy.get('script-src')).toBe("'self'")
  })
})

describe('the shell’s page', () => {
  let policy = 'first'
  const platform = {
    digest: (text: string) => `d-${text}`,
    asset: async (path: string, headers: Headers) => {
      if (path !== '/index.html') return null
      if (headers.get('if-none-match') === '"page"') return new Response(null, { status: 304 })
      return new Response('<!doctype html>', { headers: { etag: '"page"', 'content-type': 'text/html' } })
    },
  } as unknown as Platform
  const app = new Hono<AppEnv>().notFound(shellFiles(platform, () => policy))
  const get = (headers: Record<string, string> = {}) =>
    app.request('http://cms.test/p/films', { headers: { accept: 'text/html', ...headers } })

  it('[R5.a] [X49.a] carries the policy of the moment, and is sent again when that changed', async () => {
    policy = 'first'
    const first = await get()
    expect(first.headers.get('content-security-policy')).toBe('first')
    const tag = first.headers.get('etag') ?? ''
    const again = await get({ 'if-none-match': `W/${tag}` })
    expect([again.status, again.headers.get('content-security-policy'), await again.text()]).toEqual([304, 'first', ''])
    policy = 'second'
    const changed = await get({ 'if-none-match': tag })
    expect([changed.status, changed.headers.get('content-security-policy')]).toEqual([200, 'second'])
    expect((await get({ 'if-none-match': '"page"' })).status).toBe(200)
  })
})
