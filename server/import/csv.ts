import { CsvHeader, type CsvOptions, type CsvShape } from './csv-header.ts'
import { csvFields } from './csv-record.ts'
import type { Raw, ReadRow } from './file-row.ts'
import { NOT_UTF8 } from './json-row.ts'
import { type Line, readLines } from './lines.ts'

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
  const header = new CsvHeader(options)
  let shape: CsvShape | null = null
  let open: Line[] = []
  let openLength = 0
  for await (const lines of readLines(bytes)) {
    const rows: ReadRow[] = []
    for (const line of lines) {
      if (shape !== null && open.length === 0 && isEmpty(line)) continue
      if (shape === null) {
        const read = header.take(line)
        if (read === null) continue
        shape = read.shape
        if (!read.isRecord) continue
      }
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
  if (shape === null) header.end()
  else settle(open, shape, rows, true)
  if (rows.length > 0) yield rows
}

/** Takes the records from the beginning of the lines; gives the lines of one that has not ended yet. */
function settle(lines: readonly Line[], shape: CsvShape, rows: ReadRow[], atEnd: boolean): Line[] {
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
function takeRecord(lines: readonly Line[], at: number, shape: CsvShape): Taken | null {
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
    if (record.kind === 'fields') return { row: named(record.fields, shape, number, whole), lines: count }
    if (record.kind === 'broken') return { row: bad(number, only, record.reason), lines: 1 }
  }
  return null
}

function named(fields: readonly (string | null)[], { names, nameless }: CsvShape, line: number, raw: string): ReadRow {
  const more = fields.slice(names.length)
  const isShort = names.some((_, index) => index >= fields.length && !nameless.has(index))
  if (isShort || more.some((field) => field)) {
    return bad(line, raw, `has ${fields.length} fields, where the header names ${names.length}`)
  }
  const values = names.flatMap((name, index) => {
    const value = fields[index] ?? null
    return value === null && nameless.has(index) ? [] : [[name, value] as const]
  })
  return { ok: true, line, raw, values: Object.fromEntries(values) }
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
