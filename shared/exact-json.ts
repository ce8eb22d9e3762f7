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
const { rawJSON } = JSON as typeof JSON & { readonly rawJSON: (text: string) => object }

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
