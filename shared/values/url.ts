import { expected, type Parsed, parsed } from './reading.ts'
import { CONTROL } from './storable.ts'
import type { TextForm } from './text-reader.ts'

/** An absolute web, ftp or mail address, kept as it is written. */
export const ADDRESS: TextForm = { what: 'an address', longest: 2048, read }

const KNOWN = /^(?:(?:https?|ftp):\/\/[^/?#]|mailto:[^/?#])/i

function read(text: string): Parsed {
  const clean = !CONTROL.test(text) && !/[\s\\]/.test(text)
  const valid = clean && KNOWN.test(text) && URL.canParse(text)
  return valid ? parsed(text) : expected('an address such as https://example.com')
}
