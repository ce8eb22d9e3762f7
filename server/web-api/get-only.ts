import { AppError } from '../errors.ts'

/** Answers any other method on an address that can only be read. */
export function getOnly(): never {
  throw new AppError({ code: 'METHOD_NOT_ALLOWED', detail: 'expected GET or HEAD' }, { allow: 'GET, HEAD' })
}
