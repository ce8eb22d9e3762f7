import { isDeepStrictEqual } from 'node:util'
import type { MetadataDocument } from '../../catalog/document.ts'
import stored from './seed.json' with { type: 'json' }

/**
 * What a new database holds before anyone adds to it: media types, pages and texts of Marquee itself. A document leaves
 * it out as far as it is unchanged. Made by `write-generated.ts`; a test compares it with a new database.
 */
export const seed = stored as unknown as MetadataDocument

/** A document less what every database has anyway. */
export function withoutSeed({ mediaTypes, pages, dictionary, bundles }: MetadataDocument): MetadataDocument {
  const keys = new Set(pages.map(({ key }) => key))
  const removed = seed.pages.flatMap(({ key }) => (keys.has(key) ? [] : [key]))
  const languages = Object.entries(dictionary).map(([language, texts]) => {
    const usual = textsOf(seed, language)
    return [language, Object.fromEntries(Object.entries(texts).filter(([key, text]) => usual[key] !== text))] as const
  })
  return {
    mediaTypes: mediaTypes.filter((type) => !seed.mediaTypes.some((other) => isDeepStrictEqual(type, other))),
    pages: pages.filter((page) => !seed.pages.some((other) => isDeepStrictEqual(page, other))),
    ...(removed.length === 0 ? {} : { removedPages: removed }),
    dictionary: Object.fromEntries(languages.filter(([, texts]) => Object.keys(texts).length > 0)),
    ...(bundles === undefined ? {} : { bundles }),
  }
}

/** A document with what it left out. What was added stands at the end, so that places in the document stay. */
export function withSeed({ mediaTypes, pages, removedPages, dictionary, bundles }: MetadataDocument): MetadataDocument {
  const types = new Set(mediaTypes.map(({ name }) => name))
  const keys = new Set([...pages.map(({ key }) => key), ...(removedPages ?? [])])
  const languages = new Set([...Object.keys(dictionary), ...Object.keys(seed.dictionary)])
  return {
    mediaTypes: [...mediaTypes, ...seed.mediaTypes.filter(({ name }) => !types.has(name))],
    pages: [...pages, ...seed.pages.filter(({ key }) => !keys.has(key))],
    dictionary: Object.fromEntries(
      [...languages].map((language) => [
        language,
        { ...textsOf(seed, language), ...textsOf({ dictionary }, language) },
      ]),
    ),
    ...(bundles === undefined ? {} : { bundles }),
  }
}

function textsOf(
  { dictionary }: Pick<MetadataDocument, 'dictionary'>,
  language: string,
): Readonly<Record<string, string>> {
  return Object.hasOwn(dictionary, language) ? (dictionary[language] ?? {}) : {}
}
