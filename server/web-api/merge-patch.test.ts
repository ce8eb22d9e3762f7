import { describe, expect, it } from 'vitest'
import { mergePatch } from './merge-patch.ts'

/** RFC 7396, appendix A. */
const EXAMPLES: readonly (readonly [string, string, string])[] = [
  ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
  ['{"a":"b"}', '{"a":null}', '{}'],
  ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
  ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
  ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
  ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
  ['["a","b"]', '["c","d"]', '["c","d"]'],
  ['{"a":"b"}', '["c"]', '["c"]'],
  ['{"a":"foo"}', 'null', 'null'],
  ['{"a":"foo"}', '"bar"', '"bar"'],
  ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
  ['[1,2]', '{"a":"b","c":null}', '{"a":"b"}'],
  ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
]

describe('a merge patch', () => {
  it.each(EXAMPLES)('[D9.d] of %s by %s is %s', (target, patch, result) => {
    expect(JSON.stringify(mergePatch(JSON.parse(target), JSON.parse(patch)))).toBe(result)
  })

  it('[D9.d] leaves what it is made from as it was, and prototypes alone', () => {
    const target = { a: { b: 1 } }
    expect(mergePatch(target, { a: { c: 2 } })).toEqual({ a: { b: 1, c: 2 } })
    expect(target).toEqual({ a: { b: 1 } })
    const odd = mergePatch({}, JSON.parse('{"__proto__":{"x":1},"constructor":{"y":2}}')) as Record<string, unknown>
    expect(JSON.stringify(odd)).toBe('{"__proto__":{"x":1},"constructor":{"y":2}}')
    expect(({} as { x?: number }).x).toBeUndefined()
  })
})
