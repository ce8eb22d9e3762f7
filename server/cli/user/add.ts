import { sql } from 'kysely'
import { hashPassword } from '../../auth/index.ts'
import { readablePassword } from '../../auth/readable-password.ts'
import type { Transaction } from '../../db/database.ts'
import { command } from '../command.ts'
import { CommandFailure, UsageFailure } from '../failure.ts'
import { withDatabase } from '../open.ts'
import { findGroups, hasAdministrator, joinGroups } from './find-user.ts'

const LONGEST_NAME = 200

export const addCommand = command({
  description: 'The password is generated and shown this once.',
  options: {
    name: { type: 'text', value: 'NAME', description: 'how the user is shown; absent: the user name' },
    email: { type: 'text', value: 'ADDRESS', description: 'e-mail address, to sign in by as well' },
    admin: { type: 'flag', description: 'an administrator may do everything' },
    group: { type: 'list', value: 'GROUP', description: 'name of a group the user is in' },
  },
  args: { user: { description: 'user name to sign in by' } },
  examples: [
    { line: 'user add eve --name "Eve Adams" --email eve@example.org', what: 'who may do what her groups may' },
    { line: 'user add root --admin', what: 'another administrator' },
  ],
  run: async (context) => {
    const { user: username } = context.args
    const { email, admin, group } = context.options
    const name = context.options.name ?? username
    requireName(username, 'user name')
    requireName(name, 'name')
    if (email !== null && !/^[^\s@]+@[^\s@]+$/.test(email))
      throw new UsageFailure('--email: expected an e-mail address')
    const password = readablePassword()
    const hash = await hashPassword(password)
    await withDatabase(context, ({ database }) =>
      database.transaction(async (tx) => {
        const groups = await findGroups(tx, group)
        await refuseTaken(tx, username)
        if (email !== null) await refuseTaken(tx, email)
        const values = { username, name, email, password_hash: hash, is_administrator: admin }
        const { id } = await tx.kysely.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()
        await joinGroups(tx, id, groups)
        if (!(await hasAdministrator(tx))) {
          context.output.warn(
            'There is no administrator: add one with --admin, since a first start makes none any more.',
          )
        }
      }),
    )
    context.output.result(`Added ${username}. The password is ${password} (shown this once).`, {
      user: username,
      password,
      administrator: admin,
      groups: group,
    })
    return undefined
  },
})

function requireName(text: string, what: string): void {
  if (text !== '' && text === text.trim() && text.length <= LONGEST_NAME && !/\p{Cc}|\p{Surrogate}/u.test(text)) return
  throw new UsageFailure(`expected a ${what} of 1 to ${LONGEST_NAME} characters without spaces around it`)
}

/** Somebody is signed in by name or address: nobody else may have either. */
async function refuseTaken({ kysely }: Transaction, text: string): Promise<void> {
  const holder = await kysely
    .selectFrom('users')
    .select('username')
    .where(sql<boolean>`${text.toLowerCase()} in (lower(username), lower(email))`)
    .executeTakeFirst()
  if (holder !== undefined) throw new CommandFailure(`${text} is taken by the user ${holder.username}`)
}
