import type { ErrorObject } from '../../shared/envelope.ts'
import { AppError } from '../errors.ts'

/** A service that does not serve: DEPENDENCY_DOWN, to be tried again. */
export function serviceDown(detail: string, cause?: unknown): AppError {
  const error = new AppError({ code: 'DEPENDENCY_DOWN', detail }, { 'retry-after': '2' })
  if (cause !== undefined) error.cause = cause
  return error
}

/** What a service's answer gives as the reason of its failure: its status and its first errors. */
export function reasonOf(status: number, text: string): string {
  return [`the service answered with status ${status}`, ...toldIn(text)].join('; ')
}

/** The first errors of an answer with their places; none if it is not one of ours. */
export function toldIn(text: string): readonly string[] {
  return errorsIn(text)
    .slice(0, 3)
    .map(({ detail, source }) => [source?.pointer, detail].filter(Boolean).join(': '))
}

function errorsIn(text: string): readonly ErrorObject[] {
  try {
    const { errors } = JSON.parse(text) as { readonly errors?: unknown }
    return Array.isArray(errors) ? (errors as readonly ErrorObject[]) : []
  } catch {
    return []
  }
}
