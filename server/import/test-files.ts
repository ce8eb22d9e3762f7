import type { ReadRow, Rows } from './file-row.ts'

const encoder = new TextEncoder()

/** A file's bytes in chunks of the given length. */
export async function* chunked(content: string | Uint8Array, length = 1 << 16): AsyncGenerator<Uint8Array> {
  const bytes = typeof content === 'string' ? encoder.encode(content) : content
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

export async function allRows(rows: Rows): Promise<readonly ReadRow[]> {
  const all: ReadRow[] = []
  for await (const some of rows) all.push(...some)
  return all
}

/** What was read, in short: values, or the line and the reason. */
export async function briefly(rows: Rows): Promise<readonly unknown[]> {
  return (await allRows(rows)).map((row) => (row.ok ? row.values : `${row.line}: ${row.reason}`))
}
