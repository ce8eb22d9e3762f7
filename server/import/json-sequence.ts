import { answeredRows, withoutEntity } from './api-answer.ts'
import { FileFault, type ReadRow } from './file-row.ts'
import { jsonRow } from './json-row.ts'
import { LONGEST } from './lines.ts'
import { decodeUtf8, joined } from './utf8.ts'

/**
 * JSON objects: in one array, one after another, or in an answer of the data API. The array is never held whole: each element is cut out by its
 * brackets and read alone, so that one that is broken inside costs no other.
 */
export async function* readJsonSequence(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly ReadRow[]> {
  const splitter = new Splitter()
  for await (const chunk of bytes) {
    const rows = splitter.take(chunk)
    if (rows.length > 0) yield rows
  }
  const rows = splitter.end()
  if (rows.length > 0) yield rows
}

const [QUOTE, BACKSLASH, COMMA, LINE_FEED] = [0x22, 0x5c, 0x2c, 0x0a]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

class Splitter {
  /** Of the array around all elements. */
  #array: 'none' | 'open' | 'closed' = 'none'
  #begun = false
  #line = 1
  #depth = 0
  #quoted = false
  #escaped = false
  /** Earlier chunks of the element under way; null between elements. */
  #held: Uint8Array[] | null = null
  #heldLength = 0
  #startLine = 1

  take(chunk: Uint8Array): readonly ReadRow[] {
    const rows: ReadRow[] = []
    let start = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] as number
      if (byte === LINE_FEED) this.#line += 1
      if (this.#held === null) {
        if (!this.#begins(byte)) continue
        this.#held = []
        this.#heldLength = 0
        this.#startLine = this.#line
        start = at
      } else if (this.#depth === 0 && !this.#quoted && isBetween(byte, this.#array === 'open')) {
        rows.push(...this.#finish(chunk.subarray(start, at)))
        if (byte === CLOSE_ARRAY) this.#array = 'closed'
        continue
      }
      if (this.#within(byte)) rows.push(...this.#finish(chunk.subarray(start, at + 1)))
    }
    if (this.#held !== null) this.#hold(chunk.subarray(start))
    return rows
  }

  end(): readonly ReadRow[] {
    const rows: ReadRow[] = []
    if (this.#held !== null) rows.push(...this.#finish(new Uint8Array(0)))
    if (this.#array === 'open') {
      rows.push({ ok: false, line: this.#line, raw: '', reason: 'the file ends before its array does' })
    }
    return rows
  }

  /** Does an element begin with this byte? */
  #begins(byte: number): boolean {
    if (isSpace(byte)) return false
    if (byte === OPEN_ARRAY && !this.#begun) {
      this.#array = 'open'
      this.#begun = true
      return false
    }
    this.#begun = true
    if (byte === COMMA) return false
    if (byte !== CLOSE_ARRAY || this.#array !== 'open') return true
    this.#array = 'closed'
    return false
  }

  /** Follows quotes and brackets; true when the byte ends the element. */
  #within(byte: number): boolean {
    if (this.#escaped) this.#escaped = false
    else if (this.#quoted) {
      if (byte === BACKSLASH) this.#escaped = true
      else if (byte === QUOTE) this.#quoted = false
    } else if (byte === QUOTE) this.#quoted = true
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) this.#depth += 1
    else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      this.#depth = Math.max(0, this.#depth - 1)
      return this.#depth === 0
    }
    return false
  }

  #hold(bytes: Uint8Array): void {
    this.#heldLength += bytes.length
    if (this.#heldLength > LONGEST) {
      throw new FileFault(
        `the element that begins on line ${this.#startLine} is longer than ${LONGEST / 1024 / 1024} MiB, or its brackets do not match`,
      )
    }
    this.#held?.push(bytes)
  }

  #finish(bytes: Uint8Array): readonly ReadRow[] {
    const whole = joined([...(this.#held ?? []), bytes])
    this.#held = null
    this.#depth = 0
    this.#quoted = false
    this.#escaped = false
    const row = jsonRow(decodeUtf8(whole) ?? whole, this.#startLine)
    const answered = row.ok && this.#array === 'none' ? answeredRows(row) : null
    return (answered ?? [row]).map(withoutEntity)
  }
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === LINE_FEED || byte === 0x0d || byte === 0x09
}

/** What ends a value that has no brackets of its own. */
function isBetween(byte: number, inArray: boolean): boolean {
  return isSpace(byte) || byte === COMMA || (byte === CLOSE_ARRAY && inArray)
}
