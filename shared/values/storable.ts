import { expected, type Parsed, parsed } from './reading.ts'

/** Postgres keeps neither NUL nor half a surrogate pair in text. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

const STORABLE = 'text without NUL or broken characters'

/** Reads text as it is, provided Postgres can keep it. */
export function storableText(text: string): Parsed {
  return isStorable(text) ? parsed(text) : expected(STORABLE)
}

/** Control characters: never meant in a value of one line such as an address or a name. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
export const CONTROL = /[\u0000-\u001f\u007f-\u009f]/
