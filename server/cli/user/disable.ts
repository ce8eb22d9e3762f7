import { endSignIns } from '../../auth/index.ts'
import { command } from '../command.ts'
import { CommandFailure } from '../failure.ts'
import { withDatabase } from '../open.ts'
import { findUser, hasAdministrator } from './find-user.ts'

const NOBODY_LEFT = 'nobody else could administer the service: make another user an administrator first'

const args = { user: { description: 'user name or e-mail address' } }

export const disableCommand = command({
  description: 'The user cannot sign in any more; every session and token ends. Records and history keep the name.',
  options: {},
  args,
  examples: [{ line: 'user disable eve', what: 'who left' }],
  run: switching(true),
})

export const enableCommand = command({
  description: 'The user can sign in again, with the password as it was.',
  options: {},
  args,
  examples: [{ line: 'user enable eve', what: 'who came back' }],
  run: switching(false),
})

type Run = Parameters<typeof command<Record<never, never>, typeof args>>[0]['run']

function switching(disabled: boolean): Run {
  return (context) =>
    withDatabase(context, async ({ database }) => {
      const { username, changed } = await database.transaction(async (tx) => {
        const user = await findUser(tx, context.args.user)
        const wasAdministered = await hasAdministrator(tx)
        const { numUpdatedRows } = await tx.kysely
          .updateTable('users')
          .set((row) => ({ is_disabled: disabled, version: row('version', '+', 1) }))
          .where('id', '=', user.id)
          .where('is_disabled', '!=', disabled)
          .executeTakeFirst()
        if (disabled) {
          if (wasAdministered && !(await hasAdministrator(tx))) throw new CommandFailure(NOBODY_LEFT)
          await endSignIns(tx.kysely, [user.id])
        }
        return { username: user.username, changed: numUpdatedRows > 0n }
      })
      const state = disabled ? 'disabled' : 'enabled'
      context.output.result(`${username} is ${state}${changed ? '' : ' already'}`, {
        user: username,
        disabled,
        changed,
      })
      return undefined
    })
}
