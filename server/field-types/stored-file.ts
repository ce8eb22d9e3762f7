import { expected, type FieldType, type Parsed, parsed } from './field-type.ts'
import { CONTROL } from './storable.ts'
import { textLike } from './text-like.ts'

/** A type that names a file: its web address, or the name it is stored under. Any other scheme would be a script's. */
export function storedFile(type: Pick<FieldType, 'name' | 'widget'>): FieldType {
  return textLike({ ...type, what: WHAT, longest: 2048, read, schema: () => ({ examples: ['poster.jpg'] }) })
}

const WHAT = 'a file name or web address'
const SCHEME = /^[a-z][a-z0-9+.-]*:/i

function read(text: string): Parsed {
  if (CONTROL.test(text) || text.trim() !== text) return expected(`${WHAT} without control characters or outer spaces`)
  return SCHEME.test(text) && !/^https?:\/\//i.test(text) ? expected(WHAT) : parsed(text)
}
