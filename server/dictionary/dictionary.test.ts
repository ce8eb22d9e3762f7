import { describe, expect, it } from 'vitest'
import { ERROR_STATUS } from '../errors.ts'
import { builtInTexts } from './built-in.ts'
import { buildDictionary } from './dictionary.ts'

const CHILD = 'RELATED/CHILDREQUIRED'
const row = (language: string, key: string, text: string) => ({ language, key, text })
const text = (dictionary: ReturnType<typeof buildDictionary>, language: string, key: string) =>
  dictionary.texts(language).byKey.get(key)

describe('built-in texts', () => {
  it('[D9] are complete in English and German', () => {
    const english = Object.keys(builtInTexts.get('en') ?? {}).sort()
    const mail = ['RESET', 'PASSKEY_ADDED', 'PASSKEY_REMOVED'].flatMap((about) => [
      `MAIL/${about}/SUBJECT`,
      `MAIL/${about}/TEXT`,
    ])
    expect(english).toEqual([CHILD, ...mail, ...Object.keys(ERROR_STATUS).map((code) => `ERROR/${code}`)].sort())
    const german = builtInTexts.get('de') ?? {}
    expect(Object.keys(german).sort()).toEqual(english)
    expect(Object.entries(german).filter(([key, value]) => value === builtInTexts.get('en')?.[key])).toEqual([])
  })
})

describe('a dictionary', () => {
  const rows = [row('en', 'A', 'a'), row('EN', 'B', 'b'), row('de', 'A', 'ä'), row('de-at', CHILD, 'Mindestens eins')]

  it('[D9.a] takes what a language lacks from the default language', () => {
    const dictionary = buildDictionary([...rows, row('fr', 'A', 'â')], 1, 'de')
    expect(text(dictionary, 'fr', 'A')).toBe('â')
    expect(text(dictionary, 'fr', 'ERROR/NOT_FOUND')).toBe('Nicht gefunden')
    expect(text(dictionary, 'fr', 'B')).toBe('b')
    expect(text(buildDictionary(rows, 1, 'en'), 'de', 'B')).toBe('b')
    expect(text(buildDictionary(rows, 1, 'en'), 'es', 'A')).toBe('a')
  })

  it('[D9] puts rows before built-in texts, and a variety before its language', () => {
    const dictionary = buildDictionary([...rows, row('de', 'ERROR/NOT_FOUND', 'Fehlt')], 1, 'en')
    expect(text(dictionary, 'de', 'ERROR/NOT_FOUND')).toBe('Fehlt')
    expect(text(dictionary, 'de-AT', 'ERROR/NOT_FOUND')).toBe('Fehlt')
    expect(text(dictionary, 'de-AT', CHILD)).toBe('Mindestens eins')
    expect(text(dictionary, 'de', CHILD)).toBe('Mindestens ein verknüpfter Datensatz ist erforderlich.')
  })

  it('passes over rows of no language and is not moved by odd keys', () => {
    const dictionary = buildDictionary(
      [row('de_AT', 'A', 'x'), row('', 'A', 'y'), row('en', '__proto__', 'z')],
      1,
      'en',
    )
    expect(text(dictionary, 'de-AT', 'A')).toBeUndefined()
    expect(JSON.parse(dictionary.texts('en').json)).toHaveProperty(['__proto__'], 'z')
    expect(text(dictionary, 'en', 'constructor')).toBeUndefined()
  })

  it('keeps one set of texts however many tags ask for it', () => {
    const dictionary = buildDictionary(rows, 1, 'en')
    expect(dictionary.texts('fr-BE')).toBe(dictionary.texts('fr'))
    expect(dictionary.texts('de-CH')).toBe(dictionary.texts('de'))
    expect(dictionary.texts('de-AT')).not.toBe(dictionary.texts('de'))
  })

  it('chooses the language: the user’s own, what the browser accepts, the default', () => {
    const { choose } = buildDictionary(rows, 1, 'en')
    expect(choose('de-CH', 'en')).toBe('de-CH')
    expect(choose('fr', 'de')).toBe('de')
    expect(choose('not a tag', undefined)).toBe('en')
    expect(choose(null, 'fr, es')).toBe('en')
  })
})
