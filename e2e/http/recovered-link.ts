import { mailsFor, type ReceivedMail } from '../harness/mail-server.ts'
import { service } from '../harness/service.ts'
import { create, word } from './client.ts'

export interface Forgetful {
  readonly id: number
  readonly username: string
  readonly password: string
  readonly email: string
}

/** A user of this test's own, with an address that mail goes to. */
export async function forgetful(): Promise<Forgetful> {
  const username = word().slice(0, 20)
  const own = { username, password: word(), email: `${username}@example.org` }
  const { _id } = await create('users', { ...own, name: `Forgetful ${username}` })
  return { id: _id, ...own }
}

/** The mails that came for an address, as soon as there are so many. */
export async function mailed(address: string, count = 1): Promise<readonly ReceivedMail[]> {
  const until = Date.now() + 20_000
  for (;;) {
    const mails = mailsFor(service().mailFolder, address)
    if (mails.length >= count) return mails
    if (Date.now() > until) throw new Error(`${mails.length} mails came for ${address}, not ${count}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** The link in a mail. */
export function linkIn({ text }: ReceivedMail): URL {
  const link = /^https?:\S+$/m.exec(text)?.[0]
  if (link === undefined) throw new Error(`no link: ${text}`)
  return new URL(link)
}
