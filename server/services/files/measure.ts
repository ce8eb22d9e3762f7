import { toHex } from './hex.ts'
import type { Md5 } from './means.ts'

export interface Measured {
  readonly size: number
  /** Hex. */
  readonly md5: string
}

/** Counts and hashes a body while somebody else reads it. */
export class Measure {
  /** Why the body broke off, if it did. */
  fault: unknown = null
  private readonly hash: Md5
  private readonly during: (size: number) => void
  private size = 0
  private ended: Measured | null = null

  /** @param during throws when the bytes so far are too many. */
  constructor(hash: Md5, during: (size: number) => void = () => undefined) {
    this.hash = hash
    this.during = during
  }

  /** @param atEnd throws when the whole is not what it should be: the body then breaks off instead of ending. */
  over(
    body: ReadableStream<Uint8Array>,
    atEnd: (whole: Measured) => void = () => undefined,
  ): ReadableStream<Uint8Array> {
    const reader = body.getReader()
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          try {
            const { done, value } = await reader.read()
            if (done) {
              this.ended = { size: this.size, md5: toHex(this.hash.digest()) }
              atEnd(this.ended)
              return controller.close()
            }
            this.size += value.byteLength
            this.during(this.size)
            this.hash.update(value)
            controller.enqueue(value)
          } catch (error) {
            this.fault = error
            controller.error(error)
            await reader.cancel(error).catch(() => undefined)
          }
        },
        cancel: (reason) => reader.cancel(reason),
      },
      { highWaterMark: 0 },
    )
  }

  /** @throws when the body was not read to its end. */
  result(): Measured {
    if (this.ended === null) throw new Error('the body was not read to its end')
    return this.ended
  }
}

/** Reads a body to its end for its size and MD5 alone. */
export async function measured(body: ReadableStream<Uint8Array>, hash: Md5): Promise<Measured> {
  const measure = new Measure(hash)
  await measure.over(body).pipeTo(new WritableStream())
  return measure.result()
}
