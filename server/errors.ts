import { DATA_API_MEDIA_TYPE, type ErrorBody, type ErrorObject } from '../shared/envelope.ts'

/** The catalogue of error codes and their statuses [D1]. */
export const ERROR_STATUS = {
  VALIDATION: 422,
  FILTER_SYNTAX: 400,
  PARAMETER: 400,
  BODY_SYNTAX: 400,
  UNKNOWN_MEDIA_TYPE: 404,
  UNKNOWN_FIELD: 400,
  UNIQUE: 409,
  REFERENCED: 409,
  CONFIRMATION_REQUIRED: 409,
  CHILD_REQUIRED: 422,
  UNAUTHENTICATED: 401,
  TOTP_REQUIRED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  ETAG_MISMATCH: 412,
  ETAG_REQUIRED: 428,
  UPLOAD_MISMATCH: 422,
  UPLOAD_OFFSET: 409,
  UNSUPPORTED_MEDIA_TYPE: 415,
  NOT_ACCEPTABLE: 406,
  TOO_LARGE: 413,
  RATE_LIMITED: 429,
  DEPENDENCY_DOWN: 503,
  INTERNAL: 500,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** A code's title; the dictionary has it in other languages under `ERROR/<code>`. */
export const ERROR_TITLES: Record<ErrorCode, string> = {
  VALIDATION: 'A value is not valid',
  FILTER_SYNTAX: 'The filter cannot be read',
  PARAMETER: 'A query parameter is not valid',
  BODY_SYNTAX: 'The body cannot be read',
  UNKNOWN_MEDIA_TYPE: 'No such media type',
  UNKNOWN_FIELD: 'No such field',
  UNIQUE: 'The value is already taken',
  REFERENCED: 'Other records refer to this one',
  CONFIRMATION_REQUIRED: 'Data would be lost',
  CHILD_REQUIRED: 'At least one related record is required',
  UNAUTHENTICATED: 'Sign-in required',
  TOTP_REQUIRED: 'A one-time code is required',
  FORBIDDEN: 'Not permitted',
  NOT_FOUND: 'Not found',
  METHOD_NOT_ALLOWED: 'Method not allowed',
  ETAG_MISMATCH: 'The record was changed meanwhile',
  ETAG_REQUIRED: 'An If-Match header is required',
  UPLOAD_MISMATCH: 'A file is not what it was said to be',
  UPLOAD_OFFSET: 'Another part of the file is due',
  UNSUPPORTED_MEDIA_TYPE: 'The content type is not supported',
  NOT_ACCEPTABLE: 'No acceptable representation',
  TOO_LARGE: 'The request is too large',
  RATE_LIMITED: 'Too many requests',
  DEPENDENCY_DOWN: 'A service it depends on cannot be reached',
  INTERNAL: 'Internal error',
}

/** One thing that is wrong with a request and where. */
export interface Problem {
  readonly code: ErrorCode
  readonly detail: string
  readonly pointer?: string
  readonly parameter?: string
  readonly header?: string
  readonly meta?: Readonly<Record<string, unknown>>
}

/** Problems told of at once; who has more mends these first. */
export const MAX_PROBLEMS = 100

/** The only error that is thrown on purpose; everything else becomes INTERNAL. */
export class AppError extends Error {
  readonly problems: readonly Problem[]
  readonly headers: Readonly<Record<string, string>>

  constructor(problems: Problem | readonly Problem[], headers: Readonly<Record<string, string>> = {}) {
    const list = (Array.isArray(problems) ? problems : [problems]) as readonly Problem[]
    super(list[0]?.detail ?? 'unknown problem')
    this.name = 'AppError'
    this.problems = distinct(list).slice(0, MAX_PROBLEMS)
    this.headers = headers
  }

  get status(): number {
    return ERROR_STATUS[this.problems[0]?.code ?? 'INTERNAL']
  }
}

/** What is wrong with an element that is for several records is so for each of them, and told once. */
function distinct(problems: readonly Problem[]): readonly Problem[] {
  if (problems.length < 2) return problems
  const seen = new Set<string>()
  return problems.filter(({ code, detail, pointer, parameter, header }) => {
    const name = JSON.stringify([code, detail, pointer, parameter, header])
    return !seen.has(name) && seen.add(name)
  })
}

/** Finds a text of the dictionary in the caller's language. */
type TextOf = (key: string) => string | undefined

/** Refuses a method that an address does not have; `allow` as in the header of that name (RFC 9110). */
export function notAllowed(allow: string): never {
  throw new AppError(
    { code: 'METHOD_NOT_ALLOWED', detail: `expected ${allow.replace(/, ([^,]+)$/, ' or $1')}` },
    { allow },
  )
}

/**
 * Writes the error body: JSON:API error objects, or problem details (RFC 9457) when the caller's Accept prefers them [D1].
 * With `textOf` titles, and messages that `meta._messageKey` names, are the dictionary's.
 */
export function errorResponse(error: AppError, accept: string | null, textOf: TextOf = () => undefined): Response {
  const headers = new Headers(error.headers)
  headers.set('cache-control', 'no-store')
  if (error.status === 401 && !headers.has('www-authenticate'))
    headers.set('www-authenticate', 'Bearer realm="marquee"')
  const errors = error.problems.map((problem) => errorObject(problem, textOf))
  if (prefersProblemJson(accept)) {
    headers.set('content-type', 'application/problem+json')
    const first = errors[0] as ErrorObject
    const body = {
      type: 'about:blank',
      title: first.title,
      status: error.status,
      detail: first.detail,
      code: first.code,
      errors,
    }
    return new Response(JSON.stringify(body), { status: error.status, headers })
  }
  headers.set('content-type', `${DATA_API_MEDIA_TYPE};charset=UTF-8`)
  const body: ErrorBody = { errors }
  return new Response(JSON.stringify(body), { status: error.status, headers })
}

function errorObject(problem: Problem, textOf: TextOf): ErrorObject {
  const source = {
    ...(problem.pointer === undefined ? {} : { pointer: problem.pointer }),
    ...(problem.parameter === undefined ? {} : { parameter: problem.parameter }),
    ...(problem.header === undefined ? {} : { header: problem.header }),
  }
  return {
    status: String(ERROR_STATUS[problem.code]),
    code: problem.code,
    title: textOf(`ERROR/${problem.code}`) ?? ERROR_TITLES[problem.code],
    detail: message(problem, textOf) ?? problem.detail,
    ...(Object.keys(source).length === 0 ? {} : { source }),
    ...(problem.meta === undefined ? {} : { meta: problem.meta }),
  }
}

/** The dictionary's text of a problem that names one: `meta: {_messageKey: '{DICT:<key>}'}` [D1.d]. */
function message({ meta }: Problem, textOf: TextOf): string | undefined {
  const marker = meta?._messageKey
  const key = typeof marker === 'string' ? /^\{DICT:([^{}]+)\}$/.exec(marker)?.[1] : undefined
  return key === undefined ? undefined : textOf(key)
}

/** True when problem+json is named with a higher quality than the API's type or plain JSON. */
function prefersProblemJson(accept: string | null): boolean {
  if (accept === null || !accept.includes('application/problem+json')) return false
  const quality = (type: string): number => {
    for (const part of accept.split(',')) {
      const [name, ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
      if (name !== type) continue
      const q = parameters.find((parameter) => parameter.startsWith('q='))
      return q === undefined ? 1 : Number(q.slice(2)) || 0
    }
    return 0
  }
  return quality('application/problem+json') > Math.max(quality(DATA_API_MEDIA_TYPE), quality('application/json'))
}
