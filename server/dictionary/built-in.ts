import { english } from './english.ts'
import { german } from './german.ts'

/** The language whose texts stand wherever no other has one. */
export const BASE_LANGUAGE = 'en'

/** Texts that need no row of the dictionary, by canonical language. */
export const builtInTexts: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map([
  [BASE_LANGUAGE, english],
  ['de', german],
])
