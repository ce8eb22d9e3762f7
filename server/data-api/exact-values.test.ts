import { expect, test } from 'vitest'
import { entitiesOf, exactValue } from './client.ts'
import { readEnvelope } from './exact-values.ts'

test('[FT:Decimal] [FT:Range] numbers that a double does not carry are told apart, all others are as they are', () => {
  const text =
    '{"kits":[{"_id":1,"a":12345678901234567.89,"b":{"from":0.1,"to":12345678901234567.89},"c":1.5},{"_id":2}]}'
  const [long, short] = entitiesOf(readEnvelope(text), 'kits')
  if (!long || !short) throw new Error('the records are missing')
  expect(exactValue(long, 'a')).toBe('12345678901234567.89')
  expect(exactValue(long, 'b')).toEqual({ from: 0.1, to: '12345678901234567.89' })
  expect([exactValue(long, 'c'), exactValue(long, 'd'), exactValue(short, '_id')]).toEqual([1.5, undefined, 2])
  expect(long.a).toBe(Number('12345678901234567.89'))
})

test('values without a record of their own are read all the same', () => {
  expect(readEnvelope('{"kits":[12345678901234567.89]}').kits).toEqual([Number('12345678901234567.89')])
})
