import { compareDecimals } from './decimal-text.ts'

export type JsonCheck =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string }

/** Blank is `null`; an error names the line, which each engine's own message does differently or not at all. */
export function checkJson(text: string): JsonCheck {
  if (text.trim() === '') return { ok: true, value: null }
  try {
    const shortened = shortenedNumber(text)
    if (shortened === null) return { ok: true, value: JSON.parse(text) as unknown }
    return { ok: false, problem: `${shortened} has more digits than are kept: write it in quotes` }
  } catch (error) {
    return { ok: false, problem: `Not valid JSON${place(text, (error as Error).message)}` }
  }
}

/** The first number that would come back as another one; null in browsers that do not tell. */
function shortenedNumber(text: string): string | null {
  let found: string | null = null
  const look = (_key: string, value: unknown, context?: { readonly source?: string }) => {
    const source = typeof value === 'number' ? context?.source : undefined
    if (source !== undefined && compareDecimals(source, value as number) !== 0) found ??= source
    return value
  }
  JSON.parse(text, look as (key: string, value: unknown) => unknown)
  return found
}

function place(text: string, message: string): string {
  const line = /line (\d+) column (\d+)/.exec(message)
  if (line) return ` at line ${line[1]}, column ${line[2]}`
  const position = /position (\d+)/.exec(message)
  if (!position) return /end of/i.test(message) ? ': it ends too early' : ''
  const before = text.slice(0, Number(position[1])).split('\n')
  return ` at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}
