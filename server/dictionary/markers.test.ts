import { describe, expect, it } from 'vitest'
import { resolveText, resolveTexts } from './markers.ts'

const texts = new Map([
  ['A', 'first'],
  ['RELATED/CHILDREQUIRED', 'One is needed'],
  ['ODD', 'costs $& and {DICT:A}'],
])
const textOf = (key: string) => texts.get(key)

describe('{DICT:<key>}', () => {
  it.each([
    ['{DICT:A}', 'first'],
    ['the {DICT:A} of {DICT:A}s', 'the first of firsts'],
    ['{DICT:RELATED/CHILDREQUIRED}!', 'One is needed!'],
    ['{DICT:ODD}', 'costs $& and {DICT:A}'],
    ['{DICT:MISSING}', '{DICT:MISSING}'],
    ['{DICT:}', '{DICT:}'],
    ['{dict:A} {DICT A}', '{dict:A} {DICT A}'],
    ['constructor', 'constructor'],
  ])('%j reads %j', (text, resolved) => expect(resolveText(text, textOf)).toBe(resolved))

  it('is replaced wherever a JSON value has a text, member names excepted', () => {
    const value = { tabs: [{ title: '{DICT:A}', fields: ['a'] }], '{DICT:A}': 1, none: null }
    expect(resolveTexts(value, textOf)).toEqual({ ...value, tabs: [{ title: 'first', fields: ['a'] }] })
  })

  it('leaves a value without any as the very same object', () => {
    const value = { tabs: [{ title: 'Main', fields: ['a', 1, null] }] }
    expect(resolveTexts(value, textOf)).toBe(value)
  })

  it('does not reach a prototype', () => {
    const resolved = resolveTexts(JSON.parse('{"__proto__":{"x":"{DICT:A}"}}'), textOf)
    expect(JSON.stringify(resolved)).toBe('{"__proto__":{"x":"first"}}')
    expect(({} as { x?: string }).x).toBeUndefined()
  })
})
