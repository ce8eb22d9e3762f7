import type { ErrorObject } from '../../../shared/envelope.ts'

/** A request the server answered with an error body, or with something that is no answer of ours. */
export class ApiError extends Error {
  readonly status: number
  readonly errors: readonly ErrorObject[]
  readonly requestId: string | null

  constructor(status: number, errors: readonly ErrorObject[], requestId: string | null) {
    super(errors[0]?.detail || errors[0]?.title || `The server answered ${status}.`)
    this.name = 'ApiError'
    this.status = status
    this.errors = errors
    this.requestId = requestId
  }

  /** Whether a query parameter is what the server objects to. */
  concerns(parameter: string): boolean {
    return this.errors.some((error) => error.source?.parameter === parameter)
  }
}

/** The request never got an answer: no connection, or it broke. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super('The server could not be reached.', { cause })
    this.name = 'NetworkError'
  }
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

/** The request id to quote to an administrator, when the server gave one. */
export function requestIdOf(error: unknown): string | null {
  return error instanceof ApiError ? error.requestId : null
}
