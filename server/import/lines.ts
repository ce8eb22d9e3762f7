import { FileFault, type Raw } from './file-row.ts'
import { decodeUtf8, joined } from './utf8.ts'

export interface Line {
  /** From 1. */
  readonly number: number
  /** Without the line feed, with a carriage return before it. Bytes where they are no UTF-8. */
  readonly text: Raw
}

const LINE_FEED = 0x0a
/** A longer line is no line of a file of records, and would have to be held whole. */
export const LONGEST = 64 * 1024 * 1024

/** The lines of a file in UTF-8, as many at a time as have arrived. */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly Line[]> {
  let held: Uint8Array[] = []
  let length = 0
  let number = 1
  for await (const chunk of bytes) {
    const end = chunk.lastIndexOf(LINE_FEED)
    if (end === -1) {
      held.push(chunk)
      length += chunk.length
      if (length > LONGEST) throw new FileFault(`line ${number} is longer than ${LONGEST / 1024 / 1024} MiB`)
      continue
    }
    const lines = split(joined([...held, chunk.subarray(0, end)]), number)
    number += lines.length
    yield lines
    held = [chunk.subarray(end + 1)]
    length = chunk.length - end - 1
  }
  const rest = joined(held.length === 0 ? [new Uint8Array(0)] : held)
  if (rest.length > 0) yield split(rest, number)
}

function split(block: Uint8Array, first: number): readonly Line[] {
  const text = decodeUtf8(block)
  if (text !== null) return text.split('\n').map((line, index) => ({ number: first + index, text: line }))
  return pieces(block).map((bytes, index) => ({ number: first + index, text: decodeUtf8(bytes) ?? bytes }))
}

function pieces(block: Uint8Array): readonly Uint8Array[] {
  const found: Uint8Array[] = []
  let start = 0
  for (let end = block.indexOf(LINE_FEED); end !== -1; end = block.indexOf(LINE_FEED, start)) {
    found.push(block.subarray(start, end))
    start = end + 1
  }
  return [...found, block.subarray(start)]
}
