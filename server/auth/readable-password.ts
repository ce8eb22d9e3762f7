/** Twenty of 32 characters that are not taken for one another (100 bits), in groups of five. */
export function readablePassword(): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
  const characters = Array.from(crypto.getRandomValues(new Uint8Array(20)), (byte) => alphabet[byte % 32])
  return [0, 5, 10, 15].map((start) => characters.slice(start, start + 5).join('')).join('-')
}
