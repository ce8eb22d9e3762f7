import type { ByteRange } from '../blob-stores/blob-store.ts'

/**
 * Reads a Range header (RFC 9110, section 14.2) for a file of `size` bytes. Null: the whole file, as for a header that is
 * malformed, of another unit, or of several ranges, which may be passed over.
 */
export function rangeOf(header: string | null, size: number): ByteRange | 'unsatisfiable' | null {
  const found = header === null ? null : /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header)
  const [, first = '', last = ''] = found ?? []
  if (found === null || (first === '' && last === '')) return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { from: size - length, to: size - 1 }
  }
  const from = Number(first)
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < from) return null
  return from >= size ? 'unsatisfiable' : { from, to }
}
