import { expected, type Parsed, parsed } from './reading.ts'
import { CONTROL } from './storable.ts'
import type { TextForm } from './text-reader.ts'

/** An e-mail address as people write it: a sane name, an @, and a domain of two labels or more. */
export const EMAIL: TextForm = { what: 'an e-mail address', longest: 254, read }

const LOCAL = /^[^\s@<>()[\],;:"\\.]+(?:\.[^\s@<>()[\],;:"\\.]+)*$/
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u

function read(text: string): Parsed {
  return isAddress(text) ? parsed(text) : expected('an e-mail address such as name@example.com')
}

function isAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, Math.max(at, 0))
  const labels = text.slice(at + 1).split('.')
  const named = local.length <= 64 && LOCAL.test(local) && !CONTROL.test(text)
  return named && labels.length > 1 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '')
}
