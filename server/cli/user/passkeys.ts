import { endSignIns, passkeysOf, removePasskeys } from '../../auth/index.ts'
import { command } from '../command.ts'
import { withDatabase } from '../open.ts'
import { columns } from './columns.ts'
import { findUser } from './find-user.ts'

const ARGUMENTS = { user: { description: 'user name or e-mail address' } }

export const passkeysCommand = command({
  description:
    'Lists the passkeys of a user, which sign in without the password. With --remove all of them are removed, and every ' +
    'session and token of the user ends: a new password alone would leave them as they are.',
  options: {
    remove: { type: 'flag', description: 'remove all of them, for a user whose account somebody else was in' },
  },
  args: ARGUMENTS,
  examples: [
    { line: 'user passkeys eve', what: 'what she signs in with' },
    { line: 'user passkeys eve --remove', what: 'when one of them is not hers' },
  ],
  run: (context) =>
    withDatabase(context, async ({ database }) => {
      const { remove } = context.options
      const { username, passkeys } = await database.transaction(async (tx) => {
        const user = await findUser(tx, context.args.user)
        const found = await passkeysOf({ database: tx }, user.id)
        if (remove && found.length > 0) {
          await removePasskeys(tx.kysely, user.id)
          await endSignIns(tx.kysely, [user.id])
        }
        return { username: user.username, passkeys: found }
      })
      const lines = passkeys.map(({ name, createdAt, lastUsedAt }) => [name, day(createdAt), day(lastUsedAt)])
      const listed = columns(['PASSKEY', 'ADDED', 'LAST USED'], lines)
      const none = `${username} has no passkey`
      const text = passkeys.length === 0 ? none : remove ? `${listed}\n${username} has none of these any more` : listed
      context.output.result(text, { user: username, passkeys, removed: remove && passkeys.length > 0 })
      return undefined
    }),
})

/** The day of a Unix time in seconds, in UTC. */
function day(seconds: number | null): string {
  return seconds === null ? 'never' : new Date(seconds * 1000).toISOString().slice(0, 10)
}
