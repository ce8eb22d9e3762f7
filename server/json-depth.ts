import { AppError } from './errors.ts'

/** Values within values that a body may hold: more than any form makes, and less than what walks through it can bear. */
export const MAX_DEPTH = 200

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 92, 91, 93, 123, 125]

/**
 * Refuses JSON that is nested too deeply, before anything goes through it. What is no JSON is left to the parser.
 *
 * @throws {AppError} BODY_SYNTAX.
 */
export function limitDepth(text: string): void {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfText(text, at)
    else if (code === OPEN_LIST || code === OPEN_OBJECT) depth++
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--
    if (depth > MAX_DEPTH) {
      const detail = `the body is nested too deeply at position ${at}: expected at most ${MAX_DEPTH} values within each other`
      throw new AppError({ code: 'BODY_SYNTAX', detail, pointer: '' })
    }
  }
}

/** Where the text that begins at a quotation mark has its other one. */
function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at++
    else if (code === QUOTE) return at
  }
  return text.length
}
