/** A body that says it is base64 and is not; the message tells where. */
export class Base64Fault extends Error {
  override readonly name = 'Base64Fault'
}

const PAD = 0x3d
const INVALID = 0xff
const SKIPPED = 0xfe

const SIXES = sixes()

/**
 * Decodes base64 (RFC 4648) as it comes: white space is passed over, padding may be left out at the end, and whatever
 * else stands there is a fault.
 *
 * @throws {Base64Fault}
 */
export async function* decodeBase64(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const decoder = base64Decoder()
  for await (const bytes of body) {
    const decoded = decoder.push(bytes)
    if (decoded.length > 0) yield decoded
  }
  const last = decoder.end()
  if (last.length > 0) yield last
}

interface Base64Decoder {
  readonly push: (bytes: Uint8Array) => Uint8Array<ArrayBuffer>
  readonly end: () => Uint8Array<ArrayBuffer>
}

function base64Decoder(): Base64Decoder {
  // a group of four characters that is not whole yet, as so many bits
  let bits = 0
  let count = 0
  let pads = 0
  let position = 0
  return {
    push: (bytes) => {
      const out = new Uint8Array(Math.ceil(((count + bytes.length) * 3) / 4))
      let written = 0
      for (const byte of bytes) {
        position += 1
        const six = SIXES[byte] as number
        if (six === SKIPPED) continue
        if (byte === PAD && count + pads >= 2 && count + pads < 4) {
          pads += 1
          continue
        }
        if (six === INVALID || pads > 0) throw new Base64Fault(`expected base64 at byte ${position} of the body`)
        bits = (bits << 6) | six
        count += 1
        if (count < 4) continue
        out[written++] = bits >> 16
        out[written++] = bits >> 8
        out[written++] = bits
        bits = 0
        count = 0
      }
      return out.subarray(0, written)
    },
    end: () => {
      if (count === 1 || (pads > 0 && count + pads !== 4)) throw new Base64Fault('the base64 ends in the middle')
      const spare = count === 2 ? 4 : 2
      if (count > 0 && (bits & ((1 << spare) - 1)) !== 0) throw new Base64Fault('the base64 ends with bits too many')
      if (count === 2) return Uint8Array.of(bits >> 4)
      return count === 3 ? Uint8Array.of(bits >> 10, bits >> 2) : new Uint8Array()
    },
  }
}

/** The six bits each character stands for. */
function sixes(): Uint8Array {
  const table = new Uint8Array(256).fill(INVALID)
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  for (const [six, character] of [...alphabet].entries()) table[character.charCodeAt(0)] = six
  for (const space of ' \t\r\n') table[space.charCodeAt(0)] = SKIPPED
  return table
}
