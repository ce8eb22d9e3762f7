import { FileFault } from './file-row.ts'

// the mark at the beginning of a file is taken off there; anywhere else it is a character of the data
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Bytes as text; null when they are no UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes)
  } catch {
    return null
  }
}

/**
 * A file's bytes in UTF-8 without the byte order mark. UTF-16 is known by its mark; any other encoding must be named,
 * by a label of the WHATWG Encoding Standard.
 *
 * @throws FileFault for a label that names no encoding
 */
export async function* asUtf8(bytes: AsyncIterable<Uint8Array>, encoding: string | null): AsyncGenerator<Uint8Array> {
  const chunks = withFirstBytes(bytes, 3)
  const first = await chunks.next()
  const start = first.done ? new Uint8Array(0) : first.value
  const marked =
    start[0] === 0xff && start[1] === 0xfe ? 'utf-16le' : start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : null
  const decoder = decoderOf(encoding ?? marked ?? 'utf-8')
  if (decoder.encoding === 'utf-8') {
    yield start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf ? start.subarray(3) : start
    yield* chunks
    return
  }
  const encoder = new TextEncoder()
  yield encoder.encode(decoder.decode(start, { stream: true }))
  for await (const chunk of chunks) yield encoder.encode(decoder.decode(chunk, { stream: true }))
  yield encoder.encode(decoder.decode())
}

function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label)
  } catch {
    throw new FileFault(
      `there is no encoding ${JSON.stringify(label)}: expected utf-8, utf-16le, windows-1252 or another`,
    )
  }
}

/** The same chunks, of which the first has at least `count` bytes where there are so many. */
async function* withFirstBytes(bytes: AsyncIterable<Uint8Array>, count: number): AsyncGenerator<Uint8Array> {
  let first: Uint8Array | null = new Uint8Array(0)
  for await (const chunk of bytes) {
    if (first === null) {
      yield chunk
      continue
    }
    first = joined([first, chunk])
    if (first.length < count) continue
    yield first
    first = null
  }
  if (first !== null) yield first
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0] as Uint8Array
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
