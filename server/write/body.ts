import { parseExactOrNull } from '../../shared/exact-json.ts'
import { escaped, isObject } from '../../shared/json.ts'
import { AppError, MAX_PROBLEMS, type Problem } from '../errors.ts'
import { limitDepth } from '../json-depth.ts'

export { escaped, isObject }

/** One entity of a write body as it came. */
export interface BodyElement {
  readonly members: Readonly<Record<string, unknown>>
  /** The same with numbers of many digits as text, for the types that keep decimals exactly; absent where there are none. */
  readonly exact?: Readonly<Record<string, unknown>>
  /** JSON pointer to the element. */
  readonly pointer: string
}

/** Records of one body: what is more comes in several. */
export const MAX_ELEMENTS = 1000

/**
 * Reads a write body `{<media_type>: [ {…}, … ]}` (specification, "Create-body rules").
 *
 * @throws {AppError} BODY_SYNTAX for what is no JSON, VALIDATION with pointers for another shape or root member [D6].
 */
export function readBody(text: string, mediaType: string): readonly BodyElement[] {
  const root = parseJson(text)
  if (!isObject(root)) throw invalid('', `expected an object with the member ${JSON.stringify(mediaType)}`)
  const others = Object.keys(root)
    .filter((name) => name !== mediaType)
    .slice(0, MAX_PROBLEMS)
  if (others.length > 0) {
    throw new AppError(
      others.map((name) => problem(`/${escaped(name)}`, `expected only the member ${JSON.stringify(mediaType)}`)),
    )
  }
  const elements = Object.hasOwn(root, mediaType) ? root[mediaType] : undefined
  if (!Array.isArray(elements) || elements.length === 0) {
    throw invalid(`/${mediaType}`, `expected ${JSON.stringify(mediaType)} to be an array of at least one object`)
  }
  if (elements.length > MAX_ELEMENTS) {
    throw invalid(`/${mediaType}`, `expected at most ${MAX_ELEMENTS} elements, not ${elements.length}`)
  }
  const wrong = elements.flatMap((element, index) =>
    isObject(element) ? [] : [problem(`/${mediaType}/${index}`, 'expected an object')],
  )
  if (wrong.length > 0) throw new AppError(wrong)
  const exact = parseExactOrNull(text) as Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> | null
  return elements.map((element, index) => {
    const own = exact?.[mediaType]?.[index]
    return { members: element, ...(own === undefined ? {} : { exact: own }), pointer: `/${mediaType}/${index}` }
  })
}

export function problem(pointer: string, detail: string): Problem {
  return { code: 'VALIDATION', pointer, detail }
}

function invalid(pointer: string, detail: string): AppError {
  return new AppError(problem(pointer, detail))
}

/** What the parser says, without the piece of the body that it quotes: a secret may stand there. */
function reasonOf(error: unknown): string {
  const text = error instanceof SyntaxError ? error.message : ''
  const place = /at position \d+(?: \(line \d+ column \d+\))?/.exec(text)?.[0]
  if (place !== undefined) return `: it breaks off or goes wrong ${place}`
  return text.includes('end of JSON input') ? ': it ends too early' : ''
}

/** @throws {AppError} BODY_SYNTAX, of what is nested too deeply too. */
export function parseJson(text: string): unknown {
  limitDepth(text)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new AppError({ code: 'BODY_SYNTAX', pointer: '', detail: `the body is not JSON${reasonOf(error)}` })
  }
}
