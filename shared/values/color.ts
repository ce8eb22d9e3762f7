import { expected, type Parsed, parsed } from './reading.ts'
import type { TextForm } from './text-reader.ts'

/** A colour in hexadecimal, kept in lower case. */
export const COLOR: TextForm = { read }

function read(text: string): Parsed {
  const valid = /^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(text)
  return valid ? parsed(text.toLowerCase()) : expected('a colour such as #1e90ff')
}
