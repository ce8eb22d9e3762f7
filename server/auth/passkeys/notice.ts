import type { Context } from 'hono'
import { sql } from 'kysely'
import type { AppEnv } from '../../http.ts'
import type { Auth } from '../auth.ts'
import type { Mailer } from '../mailer.ts'
import type { Recovery } from '../recovery.ts'
import { fill } from '../recovery-mail.ts'

interface Change {
  readonly what: 'ADDED' | 'REMOVED'
  readonly userId: number
  /** The passkey's. */
  readonly name: string
}

/** Tells the user by mail, after the answer, that the ways to sign in changed: it might have been somebody else. */
export function tellOfPasskey(c: Context<AppEnv>, auth: Auth, recovery: Recovery, change: Change): void {
  const { mailer, defer, log } = recovery
  if (mailer === null) return
  const accept = c.req.header('accept-language')
  const requestId = c.get('requestId')
  const sending = send(auth, recovery, mailer, change, accept)
  defer(sending.catch((error) => log.warn('mail about a passkey was not sent', { requestId, error })))
}

async function send(
  { database }: Auth,
  { textsFor }: Recovery,
  mailer: Mailer,
  { what, userId, name: passkey }: Change,
  accept: string | undefined,
): Promise<void> {
  const user = await database.kysely
    .selectFrom('users')
    .select(['name', 'email', sql<string | null>`preferences ->> 'language'`.as('language')])
    .where('id', '=', userId)
    .executeTakeFirst()
  const address = user?.email || null
  if (user === undefined || (address === null && mailer.needsAddress)) return
  const texts = textsFor(user.language, accept)
  const values = { name: user.name, passkey }
  await mailer.send({
    to: { name: user.name, address },
    subject: fill(texts.get(`MAIL/PASSKEY_${what}/SUBJECT`) ?? '', values),
    text: fill(texts.get(`MAIL/PASSKEY_${what}/TEXT`) ?? '', values),
  })
}
