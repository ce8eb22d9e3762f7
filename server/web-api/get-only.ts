import { notAllowed } from '../errors.ts'

/** Answers any other method on an address that can only be read. */
export function getOnly(): never {
  notAllowed('GET, HEAD')
}
