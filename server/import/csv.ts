import { csvFields, likelyDelimiter } from './csv-record.ts'
import { FileFault, type Raw, type ReadRow } from './file-row.ts'
import { NOT_UTF8 } from './json-row.ts'
import { type Line, readLines } from './lines.ts'

export interface CsvOptions {
  /** One character; null: told from the header. */
  readonly delimiter: string | null
  /** Names of the columns where the file has no header; null: its first line names them. */
  readonly columns: readonly string[] | null
}

/** A field in quotes that goes on for longer was never closed. */
const LONGEST_RECORD = 8 * 1024 * 1024

/**
 * CSV whose first line names the columns. A record that cannot be read costs its first line only: reading goes on with
 * the next one, so that a stray quote does not swallow the lines behind it.
 */
export async function* readCsv(
  bytes: AsyncIterable<Uint8Array>,
  options: CsvOptions,
): AsyncGenerator<readonly ReadRow[]> {
  let shape: Shape | null = null
  let open: Line[] = []
  let openLength = 0
  for await (const lines of readLines(bytes)) {
    const rows: ReadRow[] = []
    for (const line of lines) {
      if (open.length === 0 && isEmpty(line)) continue
      shape ??= shapeOf(options, line)
      if (line === shape.header) continue
      open.push(line)
      openLength += line.text.length
      // a line without a quote closes nothing
      if (open.length > 1 && !mayClose(line) && openLength < LONGEST_RECORD) continue
      open = settle(open, shape, rows, false)
      openLength = lengthOf(open)
    }
    if (rows.length > 0) yield rows
  }
  const rows: ReadRow[] = []
  if (shape !== null) settle(open, shape, rows, true)
  if (rows.length > 0) yield rows
}

interface Shape {
  readonly names: readonly string[]
  readonly delimiter: string
  readonly header: Line | null
}

function shapeOf({ delimiter, columns }: CsvOptions, first: Line): Shape {
  const text = withoutReturn(first.text)
  if (typeof text !== 'string') throw new FileFault(`line ${first.number} ${NOT_UTF8}: name the encoding of the file`)
  if (text.includes('\r')) throw new FileFault('lines end in a carriage return alone: expected line feeds')
  const by = delimiter ?? likelyDelimiter(text)
  if (columns !== null) return { names: checkNames(columns), delimiter: by, header: null }
  const record = csvFields(text, by)
  if (record.kind !== 'fields')
    throw new FileFault(`line ${first.number} names no columns: a quote in it is not closed`)
  const names = record.fields.map((name, index) => name?.trim() || `column_${index + 1}`)
  return { names: checkNames(names), delimiter: by, header: first }
}

function checkNames(names: readonly string[]): readonly string[] {
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new FileFault(`two columns are named ${JSON.stringify(twice)}`)
  return names
}

/** Takes the records from the beginning of the lines; gives the lines of one that has not ended yet. */
function settle(lines: readonly Line[], shape: Shape, rows: ReadRow[], atEnd: boolean): Line[] {
  for (let at = 0; at < lines.length; ) {
    const first = lines[at] as Line
    const taken = isEmpty(first) ? { row: null, lines: 1 } : takeRecord(lines, at, shape)
    if (taken === null && !atEnd && lengthOf(lines, at) < LONGEST_RECORD) return lines.slice(at)
    const row = taken === null ? bad(first.number, withoutReturn(first.text), NEVER_CLOSED) : taken.row
    if (row !== null) rows.push(row)
    at += taken?.lines ?? 1
  }
  return []
}

const NEVER_CLOSED = 'a quote is opened and never closed'

interface Taken {
  readonly row: ReadRow
  readonly lines: number
}

/** The record that begins with a line; null while it is not complete. */
function takeRecord(lines: readonly Line[], at: number, shape: Shape): Taken | null {
  const { number, text: first } = lines[at] as Line
  const only = withoutReturn(first)
  if (typeof first !== 'string') return { row: bad(number, only, NOT_UTF8), lines: 1 }
  let text = first
  for (let count = 1; at + count <= lines.length; count++) {
    if (count > 1) {
      const next = (lines[at + count - 1] as Line).text
      if (typeof next !== 'string') return { row: bad(number, only, NEVER_CLOSED), lines: 1 }
      text += `\n${next}`
      if (!next.includes('"')) continue
    }
    const whole = withoutReturn(text) as string
    const record = csvFields(whole, shape.delimiter)
    if (record.kind === 'fields') return { row: named(record.fields, shape.names, number, whole), lines: count }
    if (record.kind === 'broken') return { row: bad(number, only, record.reason), lines: 1 }
  }
  return null
}

function named(fields: readonly (string | null)[], names: readonly string[], line: number, raw: string): ReadRow {
  const more = fields.slice(names.length)
  if (fields.length < names.length || more.some((field) => field)) {
    return bad(line, raw, `has ${fields.length} fields, where the header names ${names.length}`)
  }
  return { ok: true, line, raw, values: Object.fromEntries(names.map((name, index) => [name, fields[index]])) }
}

function bad(line: number, raw: Raw, reason: string): ReadRow {
  return { ok: false, line, raw, reason }
}

function isEmpty({ text }: Line): boolean {
  return text === '' || text === '\r'
}

function lengthOf(lines: readonly Line[], from = 0): number {
  let length = 0
  for (let at = from; at < lines.length; at++) length += (lines[at] as Line).text.length
  return length
}

function mayClose({ text }: Line): boolean {
  return typeof text !== 'string' || text.includes('"')
}

function withoutReturn(text: Raw): Raw {
  return typeof text === 'string' && text.endsWith('\r') ? text.slice(0, -1) : text
}
