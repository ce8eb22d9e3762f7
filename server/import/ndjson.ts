import { withoutEntity } from './api-answer.ts'
import type { ReadRow } from './file-row.ts'
import { jsonRow } from './json-row.ts'
import { readLines } from './lines.ts'

/** One JSON object a line; empty lines are passed over. */
export async function* readNdjson(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly ReadRow[]> {
  for await (const lines of readLines(bytes)) {
    const rows = lines.flatMap(({ text, number }) => {
      if (typeof text !== 'string') return [jsonRow(text, number)]
      const raw = text.endsWith('\r') ? text.slice(0, -1) : text
      return raw.trim() === '' ? [] : [withoutEntity(jsonRow(raw, number))]
    })
    if (rows.length > 0) yield rows
  }
}
