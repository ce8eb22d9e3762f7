import { resetPassword } from '../../auth/index.ts'
import { command } from '../command.ts'
import { CommandFailure } from '../failure.ts'
import { withDatabase } from '../open.ts'

export const passwordCommand = command({
  description: 'The password is generated and shown this once. Every session and token of the user ends.',
  options: {},
  args: { user: { description: 'user name or e-mail address' } },
  examples: [{ line: 'user password admin', what: 'when nobody knows the administrator’s password any more' }],
  run: (context) =>
    withDatabase(context, async ({ database }) => {
      const { user } = context.args
      const password = await resetPassword(database, user)
      if (password === null) throw new CommandFailure(`there is no user ${JSON.stringify(user)}`)
      context.output.result(`The new password of ${user} is ${password} (shown this once).`, { user, password })
      return undefined
    }),
})
