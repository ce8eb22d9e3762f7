import { ConfigError, type Environment, serviceUrl, text } from './config-values.ts'

/** How mail leaves [A4]. */
export interface MailConfig {
  /** Null: nothing is sent, and what a mail would hold is shown to whoever runs the service. */
  readonly smtp: { readonly url: string; readonly from: string } | null
  /** The origin that mailed links lead to; null: the one that was asked, which only a mail that is not sent may trust. */
  readonly publicOrigin: string | null
}

const FROM = /^(?:[^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/

/** `issuer` stands in for an origin that is not given. */
export function mailConfig(env: Environment, issuer: string | null): MailConfig {
  const url = smtpUrl(env)
  const from = text(env, 'MAIL_FROM', {
    pattern: FROM,
    expected: 'an e-mail address, or a name and one in angle brackets',
    required: url !== null && 'when SMTP_URL is given',
  })
  const publicOrigin = origin(env) ?? issuer
  if (url === null || from === null) return { smtp: null, publicOrigin }
  // a request says itself which host it is for: a link made of that could lead to somebody else's
  if (publicOrigin === null) throw new ConfigError('PUBLIC_URL', 'must be given when SMTP_URL is given')
  return { smtp: { url, from }, publicOrigin }
}

function smtpUrl(env: Environment): string | null {
  const value = text(env, 'SMTP_URL')
  if (value === null) return null
  const url = URL.canParse(value) ? new URL(value) : null
  if (url !== null && ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname !== '') return value
  throw new ConfigError('SMTP_URL', 'expected a URL of the form smtp://user:password@host:port or smtps://…')
}

function origin(env: Environment): string | null {
  const value = serviceUrl(env, 'PUBLIC_URL')
  if (value === null) return null
  const { origin: own } = new URL(value)
  if (value === own || value === `${own}/`) return own
  throw new ConfigError('PUBLIC_URL', 'expected an origin such as https://cms.example, without a path')
}
