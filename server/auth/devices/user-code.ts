import { handleHash } from '../handle.ts'

/** Consonants that neither look alike nor make words (RFC 8628, section 6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const LENGTH = 8
/** The largest multiple of the number of letters in a byte: beyond it some letters would come more often. */
const EVEN = Math.floor(256 / LETTERS.length) * LETTERS.length

/** A new code for a person to type: eight letters, of which there are 2.5 · 10¹⁰. */
export function newUserCode(): string {
  let code = ''
  while (code.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(2 * LENGTH))) {
      if (byte < EVEN && code.length < LENGTH) code += LETTERS[byte % LETTERS.length]
    }
  }
  return code
}

/** As it is shown: `WDJB-MJHT`. */
export function shownUserCode(code: string): string {
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`
}

/** The code in what a person typed, whatever its case and what stands between its letters; null when there is none. */
export function readUserCode(typed: string): string | null {
  if (typed.length > 40) return null
  const letters = typed.toUpperCase().replaceAll(/[\s\p{P}]/gu, '')
  return letters.length === LENGTH && [...letters].every((letter) => LETTERS.includes(letter)) ? letters : null
}

/** What the database keeps of it. */
export function userCodeHash(code: string): string {
  return handleHash(`user code ${code}`)
}
