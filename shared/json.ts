export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A member name inside a JSON pointer (RFC 6901). */
export function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
