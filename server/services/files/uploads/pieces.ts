/** What one object of an upload holds at most: so much of a body is in memory at a time, and lost when a process ends. */
export const PIECE_BYTES = 8 * 1024 * 1024

/** A body that broke off because whoever sent it went away. */
export class BrokenBody extends Error {
  override readonly name = 'BrokenBody'
}

/** The bytes of a body as they come. @throws {BrokenBody} */
export async function* bytesOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (body === null) return
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause) => {
        throw new BrokenBody('the body broke off before its end', { cause })
      })
      if (done) return
      yield value
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

/** The same bytes; `refuse` makes the error of a body that has more than `most`. */
export async function* atMost(
  bytes: AsyncIterable<Uint8Array>,
  most: number,
  refuse: () => Error,
): AsyncGenerator<Uint8Array> {
  let count = 0
  for await (const each of bytes) {
    count += each.byteLength
    if (count > most) throw refuse()
    yield each
  }
}

/** Bytes in pieces of one size, the last one shorter. When they break off, what came before is a piece as well. */
export async function* piecesOf(
  bytes: AsyncIterable<Uint8Array>,
  size = PIECE_BYTES,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let parts: Uint8Array[] = []
  let count = 0
  const taken = (): Uint8Array<ArrayBuffer> => {
    const piece = new Uint8Array(count)
    let at = 0
    for (const part of parts) {
      piece.set(part, at)
      at += part.byteLength
    }
    parts = []
    count = 0
    return piece
  }
  let fault: unknown
  try {
    for await (const each of bytes) {
      let rest = each
      while (count + rest.byteLength >= size) {
        const room = size - count
        parts.push(rest.subarray(0, room))
        count = size
        rest = rest.subarray(room)
        yield taken()
      }
      if (rest.byteLength === 0) continue
      parts.push(rest)
      count += rest.byteLength
    }
  } catch (error) {
    if (!(error instanceof BrokenBody)) throw error
    fault = error
  }
  if (count > 0) yield taken()
  if (fault !== undefined) throw fault
}
