import { expected, type Parsed, parsed } from './reading.ts'
import { CONTROL } from './storable.ts'
import type { TextForm } from './text-reader.ts'

const WHAT = 'a file name or web address'
const SCHEME = /^[a-z][a-z0-9+.-]*:/i

/** A file's web address, or the name it is stored under. Any other scheme would be a script's. */
export const STORED_FILE: TextForm = { what: WHAT, longest: 2048, read }

function read(text: string): Parsed {
  if (CONTROL.test(text) || text.trim() !== text) return expected(`${WHAT} without control characters or outer spaces`)
  return SCHEME.test(text) && !/^https?:\/\//i.test(text) ? expected(WHAT) : parsed(text)
}
