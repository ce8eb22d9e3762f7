import { sql } from 'kysely'
import { command } from '../command.ts'
import { withDatabase } from '../open.ts'
import { columns } from './columns.ts'

export const listCommand = command({
  description: 'By user name, with the groups each is in.',
  options: {},
  args: {},
  examples: [
    { line: 'user list', what: 'everybody' },
    { line: 'user list --json', what: 'for programs' },
  ],
  run: (context) =>
    withDatabase(context, async ({ database }) => {
      const rows = await database.kysely
        .selectFrom('users as u')
        .select(({ fn }) => [
          'u.username',
          'u.name',
          'u.email',
          'u.is_administrator as administrator',
          'u.is_disabled as disabled',
          fn
            .coalesce(
              sql<readonly string[]>`(select json_agg(g.name order by g.name) from user_groups m
                join groups g on g.id = m.group_id where m.user_id = u.id)`,
              sql<readonly string[]>`'[]'::json`,
            )
            .as('groups'),
        ])
        .orderBy(sql`lower(username)`)
        .execute()
      const lines = rows.map(({ username, name, email, administrator, disabled, groups }) => [
        username,
        name,
        email ?? '',
        [...(administrator ? ['administrator'] : []), ...(disabled ? ['disabled'] : [])].join(', '),
        groups.join(', '),
      ])
      const text = rows.length === 0 ? 'no users' : columns(['USER', 'NAME', 'E-MAIL', 'STATE', 'GROUPS'], lines)
      context.output.result(text, rows)
      return undefined
    }),
})
