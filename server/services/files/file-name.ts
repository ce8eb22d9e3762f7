import type { Problem } from '../../errors.ts'

/** The most bytes a name has as UTF-8: what common file systems take. */
export const MAX_NAME_BYTES = 255

/** Control characters, line separators, and marks that turn the direction of writing, which hide an extension. */
const CONTROL = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
/** What Windows takes for a device, whatever extension follows. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:[ ]*[.:]|[ ]*$)/i

const utf8 = new TextEncoder()

/**
 * What keeps a text from being the name of a file, or null when nothing does: a name never acts as a path, in an
 * address, on a disk or in a bucket [F4].
 */
export function fileNameFault(name: string): string | null {
  if (name === '') return 'expected a name that is not empty'
  if (name === '.' || name === '..') return 'expected a name, not a step in a path'
  if (/[/\\]/.test(name)) return 'expected a name without / and \\'
  if (!name.isWellFormed() || CONTROL.test(name)) return 'expected a name without control characters'
  if (/^\s|[\s.]$/.test(name)) return 'expected a name that neither begins with a space nor ends with a space or a dot'
  if (DEVICE.test(name)) return 'expected a name that is no device of an operating system'
  if (utf8.encode(name).length > MAX_NAME_BYTES) return `expected at most ${MAX_NAME_BYTES} bytes of UTF-8`
  return null
}

/** Reads the name of a file from a body; null, and a problem, when the value is none. */
export function readFileName(value: unknown, pointer: string, problems: Problem[]): string | null {
  const fault = typeof value === 'string' ? fileNameFault(value) : 'expected the name of a file as text'
  if (fault === null) return value as string
  problems.push({ code: 'VALIDATION', pointer, detail: fault })
  return null
}
