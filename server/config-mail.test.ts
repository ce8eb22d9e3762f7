import { describe, expect, it } from 'vitest'
import { mailConfig } from './config-mail.ts'

const SMTP_URL = 'smtps://cms:secret@mail.example:465'
const MAIL_FROM = 'Marquee <cms@example.org>'

describe('[A4] the configuration of mail', () => {
  it('is to show it, unless a server is given', () => {
    expect(mailConfig({}, null)).toEqual({ smtp: null, publicOrigin: null })
    expect(mailConfig({ PUBLIC_URL: 'https://cms.example/' }, null).publicOrigin).toBe('https://cms.example')
  })

  it('names the server, the sender and where links lead, which the issuer may say', () => {
    const smtp = { url: SMTP_URL, from: MAIL_FROM }
    const given = { SMTP_URL, MAIL_FROM, PUBLIC_URL: 'https://cms.example' }
    expect(mailConfig(given, 'https://id.example')).toEqual({ smtp, publicOrigin: 'https://cms.example' })
    expect(mailConfig({ SMTP_URL, MAIL_FROM }, 'https://id.example').publicOrigin).toBe('https://id.example')
  })

  it.each([
    [{ SMTP_URL }, 'MAIL_FROM: must be given when SMTP_URL is given'],
    [{ SMTP_URL, MAIL_FROM }, 'PUBLIC_URL: must be given when SMTP_URL is given'],
    [{ SMTP_URL: 'mail.example', MAIL_FROM }, 'SMTP_URL: expected a URL of the form'],
    [{ SMTP_URL: 'https://mail.example', MAIL_FROM }, 'SMTP_URL: expected a URL of the form'],
    [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM: expected an e-mail address'],
    [{ MAIL_FROM: 'a@b.c>\r\nBcc: <d@e.f' }, 'MAIL_FROM: expected an e-mail address'],
    [{ PUBLIC_URL: 'https://cms.example/path' }, 'PUBLIC_URL: expected an origin'],
    [{ PUBLIC_URL: 'cms.example' }, 'PUBLIC_URL: expected a URL'],
  ])('refuses %j', (env, message) => {
    expect(() => mailConfig(env, null)).toThrow(message)
  })
})
