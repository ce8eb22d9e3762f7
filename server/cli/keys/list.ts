import { command } from '../command.ts'
import { withDatabase } from '../open.ts'
import { columns } from '../user/columns.ts'

const HEADING = ['key', 'made', '', 'needed by']

export const listKeysCommand = command({
  description: 'Newest first, with the number of tokens that need each. Private keys are not shown.',
  options: {},
  args: {},
  examples: [{ line: 'keys list --json', what: 'for programs' }],
  run: (context) =>
    withDatabase(context, async ({ database }) => {
      const at = Math.floor(Date.now() / 1000)
      const rows = await database.kysely
        .selectFrom('marquee_signing_keys as k')
        .select(({ selectFrom, fn }) => [
          'k.kid',
          'k.created_at as created',
          'k.superseded_at as superseded',
          selectFrom('auth_tokens as t')
            .select(fn.countAll().as('count'))
            .whereRef('t.kid', '=', 'k.kid')
            .where('t.expires_at', '>', at)
            .where('t.revoked_at', 'is', null)
            .as('tokens'),
        ])
        .orderBy('k.created_at', 'desc')
        .orderBy('k.kid')
        .execute()
      const keys = rows.map(({ kid, created, superseded, tokens }) => ({
        kid,
        created: new Date(Number(created) * 1000).toISOString(),
        current: superseded === null,
        tokens: Number(tokens),
      }))
      const lines = keys.map(({ kid, created, current, tokens }) => [
        kid,
        created,
        current ? 'current' : '',
        `${tokens} ${tokens === 1 ? 'token' : 'tokens'}`,
      ])
      context.output.result(lines.length === 0 ? 'there is no key yet' : columns(HEADING, lines), keys)
      return undefined
    }),
})
