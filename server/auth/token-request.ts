export type OauthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'invalid_scope'
  | 'rate_limited'
  | 'temporarily_unavailable'
  // RFC 8628, section 3.5
  | 'authorization_pending'
  | 'slow_down'
  | 'access_denied'
  | 'expired_token'

/** An answer of the token endpoint that is no token (RFC 6749, section 5.2). */
export class OauthError extends Error {
  readonly code: OauthErrorCode
  readonly headers: Readonly<Record<string, string>>

  constructor(code: OauthErrorCode, description: string, headers: Readonly<Record<string, string>> = {}) {
    super(description)
    this.name = 'OauthError'
    this.code = code
    this.headers = headers
  }
}

export interface ClientCredentials {
  readonly id: string
  /** Null: the client sent none, as public ones do. */
  readonly secret: string | null
}

/** The code is that of RFC 6749, section 4.1.2.1, which has none for the endpoints of clients. */
export function unavailable(detail: string, headers: Readonly<Record<string, string>>): Response {
  return oauthErrorResponse(new OauthError('temporarily_unavailable', detail, headers))
}

/** The RFC has no code for this; the status and `Retry-After` say it. */
export function tooMany(retryAfter: number): OauthError {
  return new OauthError('rate_limited', 'too many attempts', { 'retry-after': String(retryAfter) })
}

const STATUSES: Partial<Record<OauthErrorCode, number>> = {
  invalid_client: 401,
  rate_limited: 429,
  temporarily_unavailable: 503,
}

export function oauthErrorResponse(error: OauthError): Response {
  const status = STATUSES[error.code] ?? 400
  const headers = new Headers({ ...error.headers, 'cache-control': 'no-store', pragma: 'no-cache' })
  if (status === 401) headers.set('www-authenticate', 'Basic realm="marquee", charset="UTF-8"')
  return Response.json({ error: error.code, error_description: error.message }, { status, headers })
}

/** The fields of a form-encoded body; one sent twice is an error, an empty one counts as absent (RFC 6749, section 3.2). */
export function readForm(contentType: string | undefined, text: string): ReadonlyMap<string, string> {
  const type = contentType?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded') {
    throw new OauthError('invalid_request', 'the body must be application/x-www-form-urlencoded')
  }
  const form = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(text)) {
    if (form.has(name)) throw new OauthError('invalid_request', 'a parameter is repeated')
    form.set(name, value)
  }
  for (const [name, value] of form) if (value === '') form.delete(name)
  return form
}

/** A client's id and secret from the Authorization header or the form, never both; null when there are none. */
export function readClient(
  authorization: string | undefined,
  form: ReadonlyMap<string, string>,
): ClientCredentials | null {
  const id = form.get('client_id')
  const secret = form.get('client_secret')
  const encoded = /^basic +(\S+) *$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return id === undefined ? null : { id, secret: secret ?? null }
  const basic = readBasic(encoded)
  if (secret !== undefined || (id !== undefined && id !== basic?.id)) {
    throw new OauthError('invalid_request', 'the client is authenticated in two ways')
  }
  return basic
}

/** Both halves are form-encoded before they are joined (RFC 6749, section 2.3.1). */
function readBasic(encoded: string): ClientCredentials | null {
  try {
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0))
    const text = new TextDecoder().decode(bytes)
    const colon = text.indexOf(':')
    if (colon < 1) return null
    const decode = (part: string): string => decodeURIComponent(part.replaceAll('+', ' '))
    return { id: decode(text.slice(0, colon)), secret: decode(text.slice(colon + 1)) }
  } catch {
    return null
  }
}
