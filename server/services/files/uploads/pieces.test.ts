import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { atMost, BrokenBody, bytesOf, piecesOf } from './pieces.ts'

function stream(parts: readonly Uint8Array[], breaks = false): ReadableStream<Uint8Array> {
  const left = [...parts]
  return new ReadableStream({
    pull: (controller) => {
      const part = left.shift()
      if (part !== undefined) controller.enqueue(part)
      else if (breaks) controller.error(new Error('gone'))
      else controller.close()
    },
  })
}

async function pieces(bytes: AsyncIterable<Uint8Array>, size: number): Promise<readonly Buffer[]> {
  const found: Buffer[] = []
  for await (const piece of piecesOf(bytes, size)) found.push(Buffer.from(piece))
  return found
}

describe('pieces of a body', () => {
  it('[F1.c] are cut in the same places however the body comes', async () => {
    const bodies = fc.array(fc.uint8Array({ maxLength: 20 }), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(bodies, fc.integer({ min: 1, max: 25 }), async (parts, size) => {
        const whole = Buffer.concat(parts)
        const found = await pieces(bytesOf(stream(parts)), size)
        expect(Buffer.concat(found).equals(whole)).toBe(true)
        expect(found.map(({ length }) => length)).toEqual(
          Array.from({ length: Math.ceil(whole.length / size) }, (_, index) =>
            Math.min(size, whole.length - index * size),
          ),
        )
      }),
    )
  })

  it('[F1.d] hold what came before a body broke off', async () => {
    const found: string[] = []
    const reading = (async () => {
      for await (const piece of piecesOf(bytesOf(stream([Buffer.from('abcdefg')], true)), 3)) {
        found.push(Buffer.from(piece).toString())
      }
    })()
    await expect(reading).rejects.toThrow(BrokenBody)
    expect(found).toEqual(['abc', 'def', 'g'])
  })

  it('[F1] end at what a body may have, and then nobody reads on', async () => {
    let cancelled = false
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(10)),
      cancel: () => {
        cancelled = true
      },
    })
    const refused = pieces(
      atMost(bytesOf(endless), 25, () => new Error('too many')),
      4,
    )
    await expect(refused).rejects.toThrow('too many')
    expect(cancelled).toBe(true)
    expect(await pieces(bytesOf(null), 4)).toEqual([])
  })
})
