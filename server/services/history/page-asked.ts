import { AppError } from '../../errors.ts'

export const DEFAULT_LIMIT = 20
export const MAX_LIMIT = 600

/**
 * The page and its size from the query of a read: zero-based, 20 entries unless told otherwise, at least 1, at most 600.
 *
 * @throws {AppError} PARAMETER for what is no whole number.
 */
export function pageAsked(
  page: string | undefined,
  limit: string | undefined,
): { readonly page: number; readonly limit: number } {
  const size = whole('limit', limit) ?? DEFAULT_LIMIT
  return { page: whole('page', page) ?? 0, limit: Math.min(Math.max(size, 1), MAX_LIMIT) }
}

/** The user whose changes alone are asked for; null: everybody's. */
export function userAsked(user: string | undefined): number | null {
  return whole('user', user)
}

function whole(parameter: string, text: string | undefined): number | null {
  if (text === undefined || text === '') return null
  if (!/^\d{1,9}$/.test(text)) {
    throw new AppError({ code: 'PARAMETER', parameter, detail: 'expected a whole number of at most 9 digits' })
  }
  return Number(text)
}
