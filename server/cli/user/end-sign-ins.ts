import { endSignIns } from '../../auth/index.ts'
import { command } from '../command.ts'
import { withDatabase } from '../open.ts'
import { findUser } from './find-user.ts'

export const endSignInsCommand = command({
  description:
    'Ends every session, token and mailed link of a user, who can sign in again. Running services notice within seconds.',
  options: {},
  args: { user: { description: 'user name or e-mail address' } },
  examples: [{ line: 'user end-sign-ins eve', what: 'whose laptop was stolen' }],
  run: (context) =>
    withDatabase(context, async ({ database }) => {
      const { username, ended } = await database.transaction(async (tx) => {
        const user = await findUser(tx, context.args.user)
        const tokens = tx.kysely.selectFrom('auth_tokens').select('family').distinct().where('user_id', '=', user.id)
        const good = tokens.where('expires_at', '>', Math.floor(Date.now() / 1000)).where('revoked_at', 'is', null)
        const families = await good.execute()
        await endSignIns(tx.kysely, [user.id])
        return { username: user.username, ended: families.length }
      })
      const what = ended === 1 ? '1 sign-in' : `${ended} sign-ins`
      context.output.result(`${what} of ${username} ended`, { user: username, ended })
      return undefined
    }),
})
