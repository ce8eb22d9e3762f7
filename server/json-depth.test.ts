import { expect, it } from 'vitest'
import { limitDepth, MAX_DEPTH } from './json-depth.ts'
import { parseJson } from './write/body.ts'

const nested = (depth: number, inner = ''): string => `${'['.repeat(depth)}${inner}${']'.repeat(depth)}`

it('[D6] refuses JSON that is nested too deeply before anything goes through it', () => {
  expect(parseJson(nested(MAX_DEPTH))).toBeInstanceOf(Array)
  for (const depth of [MAX_DEPTH + 1, 100_000]) {
    expect(() => parseJson(nested(depth))).toThrow(expect.objectContaining({ status: 400 }))
    expect(() => parseJson(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)).toThrow(/nested too deeply/)
  }
})

it('[D6] does not count what stands beside each other or in a text', () => {
  limitDepth(`[${Array.from({ length: 1000 }, () => '[]').join(',')}]`)
  limitDepth(JSON.stringify({ a: '['.repeat(1000), [`"\\{${'{'.repeat(1000)}`]: '\\' }))
  expect(() => limitDepth(`["\\"", ${nested(MAX_DEPTH)}]`)).toThrow(/nested/)
  expect(() => parseJson('["')).toThrow(/not JSON/)
})
