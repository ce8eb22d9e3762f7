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
