import { describe, expect, it } from 'vitest'
import { acceptedLanguage, canonicalLanguage, varieties } from './language.ts'

describe('language tags', () => {
  it.each([
    ['de', 'de'],
    ['DE-at', 'de-AT'],
    ['zh-hans-cn', 'zh-Hans-CN'],
    ['iw', 'he'],
  ])('%j is %j', (tag, canonical) => expect(canonicalLanguage(tag)).toBe(canonical))

  it.each(['', '*', 'd', 'de_AT', 'de-', '../de', "de'", 'de\0', `de-${'a'.repeat(40)}`, 'deutschland-'])(
    '%j is none',
    (tag) => expect(canonicalLanguage(tag)).toBeNull(),
  )

  it('have varieties, nearest first, without a singleton at the end', () => {
    expect(varieties('de')).toEqual(['de'])
    expect(varieties('zh-Hans-CN')).toEqual(['zh-Hans-CN', 'zh-Hans', 'zh'])
    expect(varieties('de-DE-u-co-phonebk')).toEqual(['de-DE-u-co-phonebk', 'de-DE-u-co', 'de-DE', 'de'])
  })
})

describe('Accept-Language', () => {
  const knows = (tag: string): boolean => tag === 'de' || tag === 'en'
  it.each([
    [undefined, null],
    ['', null],
    ['fr', null],
    ['de', 'de'],
    ['de-AT,en;q=0.5', 'de-AT'],
    ['en;q=0.4, de-at ; q=0.8, fr', 'de-AT'],
    ['de;q=0, en;q=0.1', 'en'],
    ['*', null],
    ['fr, *;q=0.9, de;q=0.5', null],
    ['fr, de;q=0.5, *;q=0.1', 'de'],
    ['de;q=nonsense', null],
    ['de_AT, en', 'en'],
    [',,;;q=1,', null],
  ])('%j asks for %j', (header, language) => expect(acceptedLanguage(header, knows)).toBe(language))
})
