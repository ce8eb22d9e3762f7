import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'

/** Where mailed links of services under test lead: nowhere, so that a test sees that it is what was configured. */
export const PUBLIC_ORIGIN = 'https://marquee.example'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  /** Lines ended by `\n`. */
  readonly text: string
}

export interface TestMailServer {
  readonly url: string
  readonly mails: readonly ReceivedMail[]
  readonly close: () => Promise<void>
}

/**
 * A mail server on the loopback that takes whatever is sent, plain and without a sign-in.
 * @param folder where other processes find the mails, a JSON file each
 * @param tls encrypts from the start (`secure`), or when it is asked to
 */
export async function startMailServer(
  folder: string | null = null,
  tls: { readonly key: string; readonly cert: string; readonly secure: boolean } | null = null,
): Promise<TestMailServer> {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    ...(tls ?? { disabledCommands: ['STARTTLS'] }),
    onData: (stream, { envelope }, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = envelope
        const from = mailFrom === false ? '' : mailFrom.address
        const mail = { from, to: rcptTo.map(({ address }) => address), ...read(Buffer.concat(parts).toString('utf8')) }
        mails.push(mail)
        if (folder !== null) keep(folder, mails.length, mail)
        done()
      })
    },
  })
  // a client that breaks off
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Under its own name only once it is whole. */
function keep(folder: string, number: number, mail: ReceivedMail): void {
  const file = join(folder, `${number}.part`)
  writeFileSync(file, JSON.stringify(mail))
  renameSync(file, join(folder, `${number}.json`))
}

/** The mails in such a folder for an address, the earliest first. */
export function mailsFor(folder: string, address: string): readonly ReceivedMail[] {
  const numbers = readdirSync(folder).flatMap((name) => (name.endsWith('.json') ? [Number(name.slice(0, -5))] : []))
  return numbers
    .sort((one, other) => one - other)
    .map((number) => JSON.parse(readFileSync(join(folder, `${number}.json`), 'utf8')) as ReceivedMail)
    .filter(({ to }) => to.includes(address))
}

/** Subject and text of a message in one part (RFC 5322, RFC 2045, RFC 2047). */
function read(message: string): { subject: string; text: string } {
  const [head = '', ...rest] = message.split('\r\n\r\n')
  const headers = new Map(
    head
      .replaceAll(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const body = rest.join('\r\n\r\n')
  return { subject: words(headers.get('subject') ?? ''), text: decoded(body, headers).replaceAll('\r\n', '\n') }
}

function decoded(body: string, headers: ReadonlyMap<string | undefined, string | undefined>): string {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  return encoding === 'quoted-printable' ? quoted(body.replaceAll(/=\r\n/g, '')) : body
}

function words(header: string): string {
  return header
    .replaceAll(/\?= =\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(text, 'base64').toString('utf8') : quoted(text.replaceAll('_', ' ')),
    )
}

function quoted(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
