/** May hold a number of more digits than a double carries. */
const LONG_NUMBER = /[\d.]{17}/

/** JSON with such numbers as the text they were written in. */
export function parseExact(text: string): unknown {
  return LONG_NUMBER.test(text)
    ? JSON.parse(text, longNumberAsText as (key: string, value: unknown) => unknown)
    : JSON.parse(text)
}

/** The JSON once more, with such numbers as text; null when it has none. */
export function parseExactOrNull(text: string): unknown {
  return LONG_NUMBER.test(text) ? parseExact(text) : null
}

function longNumberAsText(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = typeof value === 'number' ? context?.source : undefined
  return source !== undefined && LONG_NUMBER.test(source) ? source : value
}

/** Of JavaScript's JSON, though the compiler does not know of it yet: a number as it is to be written. */
const { rawJSON, isRawJSON } = JSON as typeof JSON & {
  readonly rawJSON: (text: string) => object
  readonly isRawJSON: (value: unknown) => boolean
}

/** JSON that is to be passed on: such numbers are written again as they came. Until then they are objects. */
export function parseToPassOn(text: string): unknown {
  return LONG_NUMBER.test(text)
    ? JSON.parse(text, longNumberAsItCame as (key: string, value: unknown) => unknown)
    : JSON.parse(text)
}

function longNumberAsItCame(key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = longNumberAsText(key, value, context)
  return typeof value === 'number' && typeof source === 'string' ? rawJSON(source) : value
}

/** A record's values: long numbers are text where they are values themselves, and stay numbers within a value of JSON. */
export function parseValues(text: string): Readonly<Record<string, unknown>> {
  const values = parseToPassOn(text) as Readonly<Record<string, unknown>>
  if (!LONG_NUMBER.test(text)) return values
  const entries = Object.entries(values)
  return Object.fromEntries(entries.map(([name, value]) => [name, isRawJSON(value) ? JSON.stringify(value) : value]))
}
