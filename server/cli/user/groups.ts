import { command } from '../command.ts'
import { UsageFailure } from '../failure.ts'
import { withDatabase } from '../open.ts'
import { findGroups, findUser, joinGroups } from './find-user.ts'

export const groupsCommand = command({
  description: 'Tells the groups a user is in, after the changes asked for. What a group may do is set in the shell.',
  options: {
    add: { type: 'list', value: 'GROUP', description: 'name of a group the user joins' },
    remove: { type: 'list', value: 'GROUP', description: 'name of a group the user leaves' },
  },
  args: { user: { description: 'user name or e-mail address' } },
  examples: [
    { line: 'user groups eve', what: 'which she is in' },
    { line: 'user groups eve --add Editors --remove Guests', what: 'another rank' },
  ],
  run: (context) =>
    withDatabase(context, async ({ database }) => {
      const { add, remove } = context.options
      const both = add.find((name) => remove.includes(name))
      if (both !== undefined) throw new UsageFailure(`${both} is to be added and to be removed`)
      const found = await database.transaction(async (tx) => {
        const user = await findUser(tx, context.args.user)
        const [joined, left] = [await findGroups(tx, add), await findGroups(tx, remove)]
        const { kysely } = tx
        if (left.length > 0) {
          await kysely.deleteFrom('user_groups').where('user_id', '=', user.id).where('group_id', 'in', left).execute()
        }
        await joinGroups(tx, user.id, joined)
        if (joined.length + left.length > 0) {
          await kysely
            .updateTable('users')
            .set((row) => ({ version: row('version', '+', 1) }))
            .where('id', '=', user.id)
            .execute()
        }
        const groups = await kysely
          .selectFrom('groups')
          .innerJoin('user_groups', 'user_groups.group_id', 'groups.id')
          .select('groups.name')
          .where('user_groups.user_id', '=', user.id)
          .orderBy('groups.name')
          .execute()
        return { user: user.username, groups: groups.map(({ name }) => name) }
      })
      context.output.result(found.groups.length === 0 ? 'no groups' : found.groups.join('\n'), found)
      return undefined
    }),
})
