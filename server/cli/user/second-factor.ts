import { endSignIns, removeTotp } from '../../auth/index.ts'
import { command } from '../command.ts'
import { withDatabase } from '../open.ts'
import { findUser } from './find-user.ts'

const ARGUMENTS = { user: { description: 'user name or e-mail address' } }

export const secondFactorCommand = command({
  description:
    'Tells whether a user signs in with a second factor. With --off it is turned off, its recovery codes with it, and ' +
    'every session and token of the user ends: then the password alone is enough, and the user can turn it on again.',
  options: { off: { type: 'flag', description: 'turn it off, for a user who lost the device and the recovery codes' } },
  args: ARGUMENTS,
  examples: [
    { line: 'user second-factor eve', what: 'whether she has one' },
    { line: 'user second-factor eve --off', what: 'whose phone is gone' },
  ],
  run: (context) =>
    withDatabase(context, async ({ database }) => {
      const { off } = context.options
      const { username, had } = await database.transaction(async (tx) => {
        const user = await findUser(tx, context.args.user)
        const own = tx.kysely.selectFrom('marquee_totp').select('user_id').where('user_id', '=', user.id)
        const found = (await own.where('confirmed_at', 'is not', null).executeTakeFirst()) !== undefined
        if (off) {
          await removeTotp(tx, user.id)
          if (found) await endSignIns(tx.kysely, [user.id])
        }
        return { username: user.username, had: found }
      })
      const state = had && !off ? 'on' : 'off'
      const already = off && !had ? ' already' : ''
      const result = { user: username, secondFactor: state === 'on', changed: off && had }
      context.output.result(`the second factor of ${username} is ${state}${already}`, result)
      return undefined
    }),
})
