import type { ErrorObject } from '../../../shared/envelope.ts'
import { ApiError } from '../api/api-error.ts'
import { MissingPart } from './merge-all.ts'

/** Why a save came to nothing, as far as no component can tell it in its place. */
export interface Refused {
  readonly texts: readonly string[]
  /** The user has no right to it. */
  readonly forbidden: boolean
  readonly requestId: string | null
  /** The record is deleted; who did it, where that is known. */
  readonly gone?: { readonly by: string | null }
}

/** @param errors those that no component has a place for. */
export function refusedBy({ status, requestId }: ApiError, errors: readonly ErrorObject[]): Refused | null {
  const texts = [...new Set(errors.map(({ detail, title }) => detail || title))]
  const forbidden = status === 403
  if (texts.length === 0 && !forbidden) return null
  return { texts, forbidden, requestId: status >= 500 ? requestId : null }
}

/** What the bar says of a save that was refused or never arrived. */
export function reasonOf(error: unknown): string {
  if (error instanceof MissingPart)
    return `Not saved: “${error.title}” could not be loaded just now. Your changes are still here.`
  if (!(error instanceof ApiError)) return 'Not saved: the server could not be reached. Your changes are still here.'
  if (error.status === 401) return 'Not saved: you are not signed in. Your changes are still here.'
  return 'Not saved'
}
