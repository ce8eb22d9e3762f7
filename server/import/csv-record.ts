/** The fields of one record; `open` when it ends within quotes, so that it goes on in the next line. */
export type CsvRecord =
  | { readonly kind: 'fields'; readonly fields: readonly (string | null)[] }
  | { readonly kind: 'open' }
  | { readonly kind: 'broken'; readonly reason: string }

const QUOTE = '"'

/**
 * Splits a record of CSV (RFC 4180). An empty field is null, and an empty text in quotes is one, as in our exports. A
 * quote inside a field that does not begin with one is a character like any other.
 */
export function csvFields(text: string, delimiter: string): CsvRecord {
  if (!text.includes(QUOTE)) return { kind: 'fields', fields: text.split(delimiter).map(emptyIsNull) }
  const fields: (string | null)[] = []
  let at = 0
  for (;;) {
    if (text[at] === QUOTE) {
      const end = closingQuote(text, at + 1)
      if (end === -1) return { kind: 'open' }
      fields.push(text.slice(at + 1, end).replaceAll('""', QUOTE))
      at = end + 1
      if (at < text.length && text[at] !== delimiter) {
        return {
          kind: 'broken',
          reason: `expected ${shown(delimiter)} after the closing quote of field ${fields.length}`,
        }
      }
    } else {
      const end = text.indexOf(delimiter, at)
      fields.push(emptyIsNull(text.slice(at, end === -1 ? text.length : end)))
      at = end === -1 ? text.length : end
    }
    if (at >= text.length) return { kind: 'fields', fields }
    at += 1
  }
}

/** Where a quoted field ends; a doubled quote stands for one and ends nothing. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf(QUOTE, from)
  while (at !== -1 && text[at + 1] === QUOTE) at = text.indexOf(QUOTE, at + 2)
  return at
}

function emptyIsNull(text: string): string | null {
  return text === '' ? null : text
}

const DELIMITERS = [',', ';', '\t', '|']

/** The delimiter that splits a header into the most fields; a comma where none does. */
export function likelyDelimiter(header: string): string {
  const counts = DELIMITERS.map((delimiter) => {
    const record = csvFields(header, delimiter)
    return { delimiter, count: record.kind === 'fields' ? record.fields.length : 0 }
  })
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).delimiter
}

function shown(delimiter: string): string {
  return delimiter === '\t' ? 'a tab' : JSON.stringify(delimiter)
}
