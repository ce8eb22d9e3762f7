/** Longer tags than any that registered subtags make; RFC 5646 asks for room for 35 characters. */
const LONGEST = 35

/** A language tag in the form BCP 47 gives it (`de-at` as `de-AT`); null for what is none. */
export function canonicalLanguage(tag: string): string | null {
  if (tag.length > LONGEST) return null
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** A canonical tag and what it is a variety of, nearest first: `de-AT`, `de` (RFC 4647, section 3.4). */
export function varieties(tag: string): readonly string[] {
  const parts = tag.split('-')
  return parts.flatMap((_, index) => {
    const shorter = parts.slice(0, parts.length - index)
    // a single letter only introduces what follows it
    return index > 0 && shorter.at(-1)?.length === 1 ? [] : [shorter.join('-')]
  })
}

/**
 * The language of an Accept-Language header that is liked best among those that `knows` has (RFC 9110, section 12.5.4);
 * null where it names none of them, or `*` before them.
 */
export function acceptedLanguage(header: string | undefined, knows: (tag: string) => boolean): string | null {
  if (header === undefined || header.trim() === '') return null
  const ranges = header.split(',').map(languageRange)
  const wanted = ranges.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality)
  for (const { range } of wanted) {
    if (range === '*') return null
    const tag = canonicalLanguage(range)
    if (tag !== null && varieties(tag).some(knows)) return tag
  }
  return null
}

function languageRange(text: string): { readonly range: string; readonly quality: number } {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim())
  const weight = parameters.find((parameter) => /^q=/i.test(parameter))
  return { range, quality: weight === undefined ? 1 : Number(weight.slice(2)) || 0 }
}
