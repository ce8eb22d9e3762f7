/**
 * A statement's value as the text Postgres reads, the same for every driver: arrays become array literals (an array
 * meant for a json column is stringified by its writer), dates are written in UTC, other objects become JSON.
 */
export function parameterText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `\\x${hex(value)}`
  if (Array.isArray(value)) return arrayLiteral(value)
  if (typeof value === 'object') return JSON.stringify(value)
  return String(value)
}

export function parameterTexts(values: readonly unknown[]): (string | null)[] {
  return values.map(parameterText)
}

function arrayLiteral(items: readonly unknown[]): string {
  // ids, often hundreds of them
  if (items.every(Number.isInteger)) return `{${items.join(',')}}`
  const elements = items.map((item) => {
    if (Array.isArray(item)) return arrayLiteral(item)
    const text = parameterText(item)
    return text === null ? 'NULL' : `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  })
  return `{${elements.join(',')}}`
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

function hex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += HEX[byte]
  return text
}
