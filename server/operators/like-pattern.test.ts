import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { text } from '../field-types/text.ts'
import { operators } from './index.ts'
import { likePattern } from './like-pattern.ts'

function read(operator: string, value: string, wildcards: readonly number[] = []): unknown {
  const operand = operators.get(operator)?.read({ kind: 'text', text: value, wildcards }, text)
  return operand?.ok ? operand.value : operand
}

describe('patterns', () => {
  it('[OP:lk] turns unescaped asterisks, and only them, into wildcards', () => {
    expect(likePattern('star*wars', [4])).toBe('star%wars')
    expect(likePattern('star*wars')).toBe('star*wars')
    expect(likePattern('**', [1])).toBe('*%')
    expect(likePattern('')).toBe('')
  })

  it('[OP:lk] percent, underscore and backslash stand for themselves', () => {
    expect(likePattern('50%_\\*', [5])).toBe('50\\%\\_\\\\%')
  })

  it('[OP:lk] every other character stays, so the text can be told from the pattern', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => likePattern(value).replace(/\\([\\%_])/g, '$1') === value),
    )
  })

  it('[OP:sw] [OP:ew] [OP:ct] take the whole text literally', () => {
    expect(read('sw', 'a*%', [1])).toBe('a*\\%%')
    expect(read('ew', 'a*%', [1])).toBe('%a*\\%')
    expect(read('ct', 'a*%', [1])).toBe('%a*\\%%')
  })
})

describe('operands', () => {
  it('[OP:eq] takes one value', () => {
    expect(operators.get('eq')?.read({ kind: 'list', items: [] }, text)).toEqual({
      ok: false,
      expected: 'one value, not a list, after $eq',
    })
  })

  it('[OP:lk] takes one text, and none that Postgres refuses', () => {
    expect(operators.get('lk')?.read({ kind: 'list', items: [] }, text)).toMatchObject({ ok: false })
    for (const value of ['a\0', '\ud800']) expect(read('lk', value)).toMatchObject({ ok: false })
  })

  it('[OP:in] says which item it could not read', () => {
    const items = ['a', 'b\0', 'c'].map((raw) => ({ text: raw, raw }))
    expect(operators.get('in')?.read({ kind: 'list', items }, text)).toMatchObject({ ok: false, item: 1 })
    expect(read('in', 'a')).toEqual(['a'])
  })

  it('[OP:isempty] takes true or false', () => {
    expect(['true', 'false'].map((value) => read('isempty', value))).toEqual([true, false])
    for (const value of ['', '1', 'TRUE'])
      expect(read('isempty', value)).toEqual({ ok: false, expected: 'true or false' })
  })
})
