import { expect, test } from 'vitest'
import { addressFinder } from './address.ts'

const request = (headers: Record<string, string> = {}) => new Request('http://cms.test/', { headers })
const node = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } })

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:DB8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['::1', '0:0:0:0'],
])('[A2] %s counts as %s', (address, expected) => {
  expect(addressFinder(false)(request(), node(address))).toBe(expected)
})

test('[A2] the address comes from the connection on Node and Deno, or is not known', () => {
  const find = addressFinder(false)
  expect(find(request(), { remoteAddr: { hostname: '192.0.2.7' } })).toBe('192.0.2.7')
  for (const nothing of [undefined, null, {}, { incoming: {} }, 'x']) expect(find(request(), nothing)).toBeNull()
})

test('[A2] x-forwarded-for counts only behind a trusted proxy, and then its last entry', () => {
  const forwarded = request({ 'x-forwarded-for': '198.51.100.1, 192.0.2.9' })
  expect(addressFinder(false)(forwarded, node('192.0.2.7'))).toBe('192.0.2.7')
  expect(addressFinder(true)(forwarded, node('192.0.2.7'))).toBe('192.0.2.9')
  expect(addressFinder(true)(request(), node('192.0.2.7'))).toBe('192.0.2.7')
})
