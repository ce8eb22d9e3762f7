/** Languages that the service has texts of its own in. */
const BUILT_IN = ['en', 'de']

export interface LanguageChoice {
  /** BCP 47. */
  readonly tag: string
  /** As its speakers call it. */
  readonly name: string
}

/** The languages to choose from: those there are texts in, those of the browser, and the one that was chosen before. */
export function languageChoices(
  chosen: string | undefined,
  ofBrowser: readonly string[] = navigator.languages,
): readonly LanguageChoice[] {
  const tags = new Set([...BUILT_IN, ...(chosen === undefined ? [] : [chosen]), ...ofBrowser])
  return [...tags].map((tag) => ({ tag, name: nameOf(tag) })).sort((a, b) => a.name.localeCompare(b.name))
}

function nameOf(tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}
