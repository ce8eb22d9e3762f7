import { generate } from 'selfsigned'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startMailServer, type TestMailServer } from '../../e2e/harness/mail-server.ts'
import { smtpMailer } from './smtp-mailer.ts'

let server: TestMailServer
beforeAll(async () => {
  server = await startMailServer()
})
afterAll(() => server.close())

const from = 'Marquee <cms@example.org>'
const ada = { name: 'Ada Lovelace', address: 'ada@example.org' }

it('[A4] hands a mail to the server of the URL, its letters and long lines as they were', async () => {
  const text = `Grüße,\n\nhttps://cms.example/reset-password#${'x'.repeat(120)}\n`
  await smtpMailer({ url: server.url, from }).send({ to: ada, subject: 'Ein neues Passwort für Sie', text })
  expect(server.mails.at(-1)).toMatchObject({
    from: 'cms@example.org',
    to: ['ada@example.org'],
    subject: 'Ein neues Passwort für Sie',
    text: expect.stringContaining(text.trimEnd()),
  })
})

it('[A4] lets no line end in name, address or subject become a header or another recipient', async () => {
  const to = { name: 'Ada\r\nBcc: eve@example.org', address: 'ada@example.org\r\nRCPT TO:<eve@example.org>' }
  const sending = smtpMailer({ url: server.url, from }).send({ to, subject: 'A\r\nBcc: eve@example.org', text: 'x' })
  await sending.catch(() => undefined)
  expect(server.mails.flatMap((mail) => mail.to)).not.toContain('eve@example.org')
})

it('[A4] fails when no server answers, and without an address', async () => {
  const gone = smtpMailer({ url: 'smtp://127.0.0.1:1', from })
  await expect(gone.send({ to: ada, subject: 's', text: 't' })).rejects.toThrow()
  const nameless = smtpMailer({ url: server.url, from }).send({
    to: { ...ada, address: null },
    subject: 's',
    text: 't',
  })
  await expect(nameless).rejects.toThrow('address')
})

it.each([
  ['smtps', true],
  ['smtp', false],
])('[A4] sends nothing by %s to a server whose certificate nobody vouches for', async (protocol, secure) => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'somebody-else.example' }])
  const impostor = await startMailServer(null, { key, cert, secure })
  const url = `${protocol}://127.0.0.1:${new URL(impostor.url).port}`
  const sending = smtpMailer({ url, from }).send({ to: ada, subject: 's', text: 't' })
  await expect(sending).rejects.toThrow(/certificate/)
  expect(impostor.mails).toEqual([])
  await impostor.close()
})
