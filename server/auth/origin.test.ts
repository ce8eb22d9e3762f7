import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { AppEnv } from '../http.ts'
import { ownOrigin } from './origin.ts'

const originOf = async (headers: Record<string, string>, trustProxy = true): Promise<string> => {
  const app = new Hono<AppEnv>().get('/', (c) => c.text(ownOrigin(c, trustProxy)))
  return (await app.request('http://10.0.0.1:8787/', { headers })).text()
}

test('[A5] [G1.b] the origin is the one that was asked of the proxy in front, when that is trusted', async () => {
  const seen = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'cms.example' }
  expect(await originOf(seen)).toBe('https://cms.example')
  expect(await originOf(seen, false)).toBe('http://10.0.0.1:8787')
  expect(await originOf({ 'x-forwarded-host': 'cms.example:8080, inner' })).toBe('http://cms.example:8080')
  expect(await originOf({ 'x-forwarded-host': '[2001:db8::1]:81' })).toBe('http://[2001:db8::1]:81')
  expect(await originOf({ 'x-forwarded-proto': 'https' })).toBe('https://10.0.0.1:8787')
})

test.each([['a b'], ['evil.example/x?'], ['x@evil.example'], [''], ['a:99999'], ['['], ['[:::::]']])(
  '[A5] a forwarded host that is none, %j, does not count',
  async (host) => {
    expect(await originOf({ 'x-forwarded-host': host })).toBe('http://10.0.0.1:8787')
  },
)
