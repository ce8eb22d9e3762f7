import type { Mailer } from '../auth/mailer.ts'

/** How long a mail server may take to answer one step, in milliseconds. */
const PATIENCE_MS = 20_000

/** Mail by SMTP (RFC 5321): encrypted from the start with `smtps:`, with `smtp:` as soon as the server offers it. */
export function smtpMailer({ url, from }: { readonly url: string; readonly from: string }): Mailer {
  return {
    needsAddress: true,
    send: async ({ to: { name, address }, subject, text }) => {
      if (address === null) throw new Error('a mail needs an address to go to')
      // most starts of the service send no mail
      const { createTransport } = await import('nodemailer')
      const patience = { connectionTimeout: PATIENCE_MS, greetingTimeout: PATIENCE_MS, socketTimeout: PATIENCE_MS }
      const transport = createTransport({ url, ...patience, disableFileAccess: true, disableUrlAccess: true })
      try {
        await transport.sendMail({ from, to: { name, address }, subject, text })
      } finally {
        transport.close()
      }
    },
  }
}
