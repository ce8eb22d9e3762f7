import { BASE_LANGUAGE, builtInTexts } from './built-in.ts'
import { acceptedLanguage, canonicalLanguage, varieties } from './language.ts'

/** One text of a language, as `adm_dictionary` holds it. */
export interface DictionaryRow {
  readonly language: string
  readonly key: string
  readonly text: string
}

/** All texts in one language, those it lacks taken from the default language [D9.a]. */
export interface Texts {
  readonly byKey: ReadonlyMap<string, string>
  /** The same as a JSON object. */
  readonly json: string
}

/** The texts of every language at one state of `adm_dictionary`. */
export interface Dictionary {
  /** Grows with every change of the rows. */
  readonly version: number
  /** Texts of a canonical language; the same object each time. */
  readonly texts: (language: string) => Texts
  /** The first language that there are texts in: the caller's own, what its browser accepts, the default. */
  readonly choose: (own: string | null, accept: string | undefined) => string
}

/** Rows come before built-in texts, a variety (`de-AT`) before its language, and that before the default language. */
export function buildDictionary(rows: readonly DictionaryRow[], version: number, defaultLanguage: string): Dictionary {
  const written = rowsByLanguage(rows)
  const knows = (tag: string): boolean => written.has(tag) || builtInTexts.has(tag)
  const kept = new Map<string, Texts>()

  const texts = (language: string): Texts => {
    const layers = [...varieties(language), ...varieties(defaultLanguage), BASE_LANGUAGE].filter(knows)
    const known = kept.get(layers.join())
    if (known !== undefined) return known
    const byKey = new Map(
      layers
        .toReversed()
        .flatMap((tag) => [...Object.entries(builtInTexts.get(tag) ?? {}), ...(written.get(tag) ?? [])]),
    )
    const made = { byKey, json: JSON.stringify(Object.fromEntries(byKey)) }
    kept.set(layers.join(), made)
    return made
  }

  return {
    version,
    texts,
    choose: (own, accept) => {
      const preferred = own === null ? null : canonicalLanguage(own)
      if (preferred !== null && varieties(preferred).some(knows)) return preferred
      return acceptedLanguage(accept, knows) ?? defaultLanguage
    },
  }
}

function rowsByLanguage(rows: readonly DictionaryRow[]): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const written = new Map<string, Map<string, string>>()
  for (const { language, key, text } of rows) {
    const tag = canonicalLanguage(language)
    if (tag === null) continue
    const own = written.get(tag) ?? new Map<string, string>()
    written.set(tag, own.set(key, text))
  }
  return written
}
