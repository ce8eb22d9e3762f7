import { AppError, type Problem } from '../../errors.ts'
import { escaped, isObject, problem } from '../../write/body.ts'
import { type Criteria, idsIn } from './criteria.ts'

/** As much as the fields of saved criteria take. */
const MAX_FILTER = 10_000
const MAX_SORT = 1000
const MAX_LIMIT = 1_000_000_000
const MEMBERS = ['_mediaType', '_filter', '_sort', '_limit', '_highlights']

/**
 * Reads an unsaved expression: `{_mediaType, _filter?, _sort?, _limit?, _highlights?}`, null being as good as absent.
 *
 * @param highlightLimit most highlights.
 * @throws {AppError} VALIDATION with a pointer for each thing that is wrong.
 */
export function readExpression(body: unknown, highlightLimit: number): Criteria {
  if (!isObject(body)) throw new AppError(problem('', 'expected an object with "_mediaType"'))
  const problems: Problem[] = Object.keys(body)
    .filter((name) => !MEMBERS.includes(name))
    .map((name) => problem(`/${escaped(name)}`, `expected only ${MEMBERS.join(', ')}`))
  const { _mediaType: mediaType, _limit: limit = 0 } = body
  if (typeof mediaType !== 'string' || mediaType === '')
    problems.push(problem('/_mediaType', 'expected the name of a media type'))
  if (limit !== null && !(Number.isSafeInteger(limit) && Number(limit) >= 0 && Number(limit) <= MAX_LIMIT))
    problems.push(problem('/_limit', `expected a whole number from 0 to ${MAX_LIMIT}`))
  const filter = textIn(body, '_filter', MAX_FILTER, problems)
  const sort = textIn(body, '_sort', MAX_SORT, problems)
  const fault = highlightsFault(body._highlights, highlightLimit)
  if (fault !== null) problems.push(problem('/_highlights', fault))
  if (problems.length > 0) throw new AppError(problems)
  const highlights = idsIn(body._highlights) ?? []
  return { mediaType: String(mediaType), filter, sort, limit: Number(limit), highlights }
}

/** What is wrong with a list of highlights; null: nothing. */
export function highlightsFault(value: unknown, most: number): string | null {
  const ids = idsIn(value)
  if (ids === null) return 'expected a list of ids'
  return ids.length > most ? `expected at most ${most} highlights, not ${ids.length}` : null
}

function textIn(
  body: Readonly<Record<string, unknown>>,
  name: string,
  most: number,
  problems: Problem[],
): string | null {
  const value = body[name] ?? null
  if (value === null) return null
  if (typeof value !== 'string' || value.length > most) {
    problems.push(problem(`/${name}`, `expected a text of at most ${most} characters`))
    return null
  }
  return value.trim() === '' ? null : value
}
