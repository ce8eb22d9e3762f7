import { csvFields, likelyDelimiter } from './csv-record.ts'
import { FileFault } from './file-row.ts'
import { NOT_UTF8 } from './json-row.ts'
import type { Line } from './lines.ts'

export interface CsvOptions {
  /** One character; null: told from the header. */
  readonly delimiter: string | null
  /** Names of the columns where the file has no header; null: its first line names them. */
  readonly columns: readonly string[] | null
  /** Lines before the header that are none of it. */
  readonly skipLines: number
}

/** What the first lines of a file tell of all others. */
export interface CsvShape {
  readonly names: readonly string[]
  readonly delimiter: string
  /** Places of the columns that have no heading: where they hold nothing either, they are none. */
  readonly nameless: ReadonlySet<number>
}

/** A header that goes on for longer has a quote that was never closed. */
const LONGEST = 256 * 1024

/** Excel's own way to name the delimiter, on a line before the header. */
const SEPARATOR_LINE = /^"?sep=([^"\r\n])"?\r?$/i

/** Reads the lines up to the first record: `sep=;` of Excel, and the header, which may hold line ends within quotes. */
export class CsvHeader {
  readonly #options: CsvOptions
  #delimiter: string | null
  #begun = false
  #first = 0
  #text = ''

  constructor(options: CsvOptions) {
    this.#options = options
    this.#delimiter = options.delimiter
  }

  /** The shape with the line that completes it, which is a record where the caller named the columns; null: go on. */
  take(line: Line): { readonly shape: CsvShape; readonly isRecord: boolean } | null {
    if (line.number <= this.#options.skipLines) return null
    const text = textOf(line)
    const isOpen = this.#text !== ''
    if (!isOpen && text.trim() === '') return null
    if (!this.#begun) {
      this.#begun = true
      const [, separator] = SEPARATOR_LINE.exec(text) ?? []
      if (separator !== undefined) {
        this.#delimiter ??= separator
        return null
      }
    }
    if (this.#options.columns !== null) {
      const delimiter = this.#delimiter ?? likelyDelimiter(text)
      return { shape: { names: distinct(this.#options.columns), delimiter, nameless: NONE }, isRecord: true }
    }
    if (!isOpen) this.#first = line.number
    this.#text = isOpen ? `${this.#text}\n${text}` : text
    const shape = this.#shape()
    return shape === null ? null : { shape, isRecord: false }
  }

  /** @throws FileFault where the header has not ended yet */
  end(): void {
    if (this.#text !== '') throw this.#neverClosed()
  }

  #shape(): CsvShape | null {
    const delimiter = this.#delimiter ?? likelyDelimiter(this.#text)
    const record = csvFields(this.#text, delimiter)
    if (record.kind === 'open' && this.#text.length < LONGEST) return null
    if (record.kind === 'broken') throw new FileFault(`line ${this.#first} names no columns: ${record.reason}`)
    if (record.kind === 'open') throw this.#neverClosed()
    this.#text = ''
    const headings = record.fields.map((name) => name?.replace(/\s+/g, ' ').trim() ?? '')
    const nameless = headings.flatMap((name, index) => (name === '' ? [index] : []))
    const names = numbered(headings.map((name, index) => name || `column_${index + 1}`))
    return { names, delimiter, nameless: new Set(nameless) }
  }

  #neverClosed(): FileFault {
    return new FileFault(`line ${this.#first} names no columns: a quote in it is not closed`)
  }
}

const NONE: ReadonlySet<number> = new Set()

function textOf({ text, number }: Line): string {
  if (typeof text !== 'string') {
    throw new FileFault(`line ${number} ${NOT_UTF8}: --encoding names what it is in, windows-1252 for instance`)
  }
  if (text.includes('\0')) {
    throw new FileFault(`line ${number} holds NUL bytes: --encoding utf-16le or utf-16be may be what it is in`)
  }
  const line = text.endsWith('\r') ? text.slice(0, -1) : text
  if (line.includes('\r') && !line.includes('"'))
    throw new FileFault('lines end in a carriage return alone: expected line feeds')
  return line
}

function distinct(names: readonly string[]): readonly string[] {
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new FileFault(`two columns are named ${JSON.stringify(twice)}`)
  return names
}

/** Headings that stand twice get a number. */
function numbered(headings: readonly string[]): readonly string[] {
  const given = new Set(headings)
  const taken = new Set<string>()
  return headings.map((heading) => {
    let name = heading
    for (let count = 2; taken.has(name); count++) {
      const next = `${heading}_${count}`
      name = given.has(next) ? heading : next
    }
    taken.add(name)
    return name
  })
}
