export type JsonCheck =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string }

/** Blank is `null`; an error names the line, which each engine's own message does differently or not at all. */
export function checkJson(text: string): JsonCheck {
  if (text.trim() === '') return { ok: true, value: null }
  try {
    return { ok: true, value: JSON.parse(text) as unknown }
  } catch (error) {
    return { ok: false, problem: `Not valid JSON${place(text, (error as Error).message)}` }
  }
}

function place(text: string, message: string): string {
  const line = /line (\d+) column (\d+)/.exec(message)
  if (line) return ` at line ${line[1]}, column ${line[2]}`
  const position = /position (\d+)/.exec(message)
  if (!position) return /end of/i.test(message) ? ': it ends too early' : ''
  const before = text.slice(0, Number(position[1])).split('\n')
  return ` at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}
