import type { Problem } from '../../errors.ts'

/** What common file systems take. */
const MAX_BYTES = 255
/** Control characters, line separators, and marks that turn the direction of writing, which hide an extension. */
const CONTROL = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
/** What Windows takes for a device, whatever extension follows. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i

/**
 * What a text would have to be to name a file, or null when it does: a name never acts as a path, in an address, on a
 * disk or in a bucket [F4].
 */
export function fileNameFault(name: string): string | null {
  if (name === '') return 'a name that is not empty'
  if (name === '.' || name === '..' || /[/\\]/.test(name)) return 'a name without a path'
  if (!name.isWellFormed() || CONTROL.test(name)) return 'a name without control characters'
  if (/[<>:"|?*]/.test(name)) return 'a name without < > : " | ? *'
  if (/^\s|[\s.]$/.test(name)) return 'a name that neither begins with a space nor ends with a space or a dot'
  if (DEVICE.test(name)) return 'a name that is no device’s'
  if (new TextEncoder().encode(name).length > MAX_BYTES) return `a name of at most ${MAX_BYTES} bytes`
  return null
}

/** Reads the name of a file from a body; null, and a problem, when the value is none. */
export function readFileName(value: unknown, pointer: string, problems: Problem[]): string | null {
  const fault = typeof value === 'string' ? fileNameFault(value) : 'the name of a file as text'
  if (fault === null) return value as string
  problems.push({ code: 'VALIDATION', pointer, detail: `expected ${fault}` })
  return null
}

/** The part from the last dot on, as it is written; empty without one. */
export function writtenExtension(name: string): string {
  const at = name.lastIndexOf('.')
  return at <= 0 ? '' : name.slice(at)
}

/** The same in lower case. */
export function extensionOf(name: string): string {
  return writtenExtension(name).toLowerCase()
}
