import { DATA_API_MEDIA_TYPE } from '../../shared/envelope.ts'
import { AppError } from '../errors.ts'

const OURS = new Set([
  '*/*',
  'application/*',
  'application/json',
  'application/problem+json',
  'application/vnd.api+json',
])

/** True unless an Accept header rules out every form this API answers in (RFC 9110, section 12.5.1). */
export function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') return true
  return accept.split(',').some((part) => {
    const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    return OURS.has(type) && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
  })
}

/** @throws {AppError} NOT_ACCEPTABLE for an Accept header that rules them out. */
export function requireJsonAccepted(accept: string | undefined): void {
  if (acceptsJson(accept)) return
  const detail = `expected an Accept header that allows ${DATA_API_MEDIA_TYPE}`
  throw new AppError({ code: 'NOT_ACCEPTABLE', header: 'Accept', detail })
}
