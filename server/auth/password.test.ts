import { expect, test } from 'vitest'
import { processorTime } from '../test-processor-time.ts'
import { hashPassword, verifyPassword } from './password.ts'

test('[A2] a password is stored as scrypt with a salt of its own and its parameters', async () => {
  const [first, second] = await Promise.all([hashPassword('secret'), hashPassword('secret')])
  expect(first).toMatch(/^scrypt\$16384\$8\$5\$[\w-]{22}\$[\w-]{43}$/)
  expect(first).not.toBe(second)
  expect(await verifyPassword('secret', first)).toBe(true)
  expect(await verifyPassword('Secret', first)).toBe(false)
})

test('[A2] the stored parameters are the ones that count', async () => {
  // RFC 7914, section 12
  const stored =
    'scrypt$16384$8$1$U29kaXVtQ2hsb3JpZGU$cCO9yzr9c0hGHAbNgf046_2o-7qQT44-qbVD9lRdofLVQylVYT8Pz2LUlwUkKpr55h6F3A1lHkDfzwF7RVdYhw'
  expect(await verifyPassword('pleaseletmein', stored)).toBe(true)
  expect(await verifyPassword('pleaseletmeout', stored)).toBe(false)
})

test('[A2] composed and decomposed letters are the same password', async () => {
  expect(await verifyPassword('cafe\u0301', await hashPassword('caf\u00e9'))).toBe(true)
})

test.each([
  ['nothing', null],
  ['no hash', 'secret'],
  ['an empty text', ''],
  ['another scheme', 'bcrypt$1$2$3$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA'],
  ['a cost that is no power of two', 'scrypt$1000$8$1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA'],
  ['a cost beyond memory', 'scrypt$8388608$99$1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA'],
  ['an empty hash', 'scrypt$16384$8$1$AAAAAAAAAAAAAAAAAAAAAA$A'],
])('[A2] %s is nobody’s password, and nothing throws', async (_, stored) => {
  expect(await verifyPassword('secret', stored)).toBe(false)
})

test('[A2] an account that does not exist costs as much as one that does', async () => {
  const stored = await hashPassword('secret')
  const known = await fastest(() => verifyPassword('wrong', stored))
  const unknown = await fastest(() => verifyPassword('wrong', null))
  expect(unknown / known).toBeGreaterThan(0.6)
  expect(unknown / known).toBeLessThan(1.7)
})

test('[A2] a password of any length and content is compared without an error', async () => {
  const stored = await hashPassword('secret')
  for (const odd of ['', '\0', '\ud800', 'x'.repeat(100_000)]) expect(await verifyPassword(odd, stored)).toBe(false)
})

async function fastest(work: () => Promise<unknown>): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < 4; round++) {
    const spent = processorTime()
    await work()
    best = Math.min(best, spent())
  }
  return best
}
