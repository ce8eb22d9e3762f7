import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Base64Fault, decodeBase64 } from './base64-stream.ts'

async function* pieces(...texts: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield typeof text === 'string' ? Buffer.from(text, 'latin1') : text
}

async function decoded(...texts: readonly (string | Uint8Array)[]): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of decodeBase64(pieces(...texts))) parts.push(part)
  return Buffer.concat(parts)
}

describe('base64 as it comes', () => {
  it('[F1.a] is decoded wherever it is cut', async () => {
    const cuts = fc.array(fc.nat(400), { maxLength: 10 })
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), cuts, fc.boolean(), async (bytes, places, padded) => {
        const text = Buffer.from(bytes).toString('base64')
        const sent = padded ? text : text.replace(/=+$/, '')
        const ends = [...new Set([0, ...places.filter((place) => place < sent.length), sent.length])].sort(
          (a, b) => a - b,
        )
        const parts = ends.slice(1).map((end, index) => sent.slice(ends[index], end))
        expect((await decoded(...parts)).equals(Buffer.from(bytes))).toBe(true)
      }),
    )
  })

  it('[F1.a] may be broken into lines', async () => {
    expect((await decoded('TWFy\r\ncXV', '\n', 'lZQ =\t=\n')).toString()).toBe('Marquee')
  })

  it.each([
    ['TWFy*', 'byte 5'],
    ['TWFy-_', 'byte 5'],
    ['=', 'byte 1'],
    ['TWFy=', 'byte 5'],
    ['TQ==TWFy', 'byte 5'],
    ['TQ===', 'byte 5'],
    ['TWF=y', 'byte 5'],
    ['T', 'in the middle'],
    ['TWFyc', 'in the middle'],
    ['TQ=', 'in the middle'],
    ['TR==', 'bits too many'],
    ['TWG=', 'bits too many'],
    ['TWFy\u00e4', 'byte 5'],
  ])('[F1.a] is not %j', async (text, message) => {
    await expect(decoded(text)).rejects.toThrow(message)
    await expect(decoded(...text)).rejects.toThrow(Base64Fault)
  })
})
