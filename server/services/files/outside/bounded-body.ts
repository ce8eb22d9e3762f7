export interface BodyBounds {
  readonly maxBytes: number
  /** How long nothing may come, in milliseconds. */
  readonly idleMs: number
  /** When it must have come whole, in milliseconds of `Date.now()`. */
  readonly deadline: number
  /** Makes the error of a sentence. */
  readonly fault: (detail: string, code?: 'TOO_LARGE') => Error
}

/** The same body, which breaks off with a fault when it is too large, too slow or not whole [F3.a]. */
export function boundedBody(body: ReadableStream<Uint8Array>, bounds: BodyBounds): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let received = 0
  const next = async (): Promise<Uint8Array | null> => {
    const { done, value } = await inTime(
      reader.read().catch(() => Promise.reject(bounds.fault('the connection broke off before the end of the file'))),
      bounds,
    )
    if (done) return null
    received += value.byteLength
    if (received > bounds.maxBytes) throw bounds.fault(`the file has more than ${bounds.maxBytes} bytes`, 'TOO_LARGE')
    return value
  }
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const bytes = await next()
          if (bytes === null) controller.close()
          else controller.enqueue(bytes)
        } catch (error) {
          reader.cancel(error).catch(() => undefined)
          throw error
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

async function inTime<T>(work: Promise<T>, { idleMs, deadline, fault }: BodyBounds): Promise<T> {
  const left = Math.max(0, deadline - Date.now())
  const detail = left < idleMs ? 'the file takes too long to come' : `nothing came for ${idleMs / 1000} seconds`
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(fault(detail)), Math.min(left, idleMs))
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
