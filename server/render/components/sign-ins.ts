import type { SignInsSchema } from '../../../shared/account.ts'
import type { ComponentContext } from '../context.ts'
import type { ComponentMapper } from './component-mapper.ts'

/**
 * How a user signs in and what is signed in as the user, for administrators. The authorization server tells it, which
 * may be another process: the shell asks it.
 */
export const signIns: ComponentMapper = {
  name: 'signIns',
  hidden: ({ item, unrestricted }) => item.kind !== 'records' || item.ids.length !== 1 || !unrestricted,
  schema,
  data: () => null,
}

async function schema(context: ComponentContext): Promise<SignInsSchema> {
  if (context.type?.name !== 'users') throw new Error('the sign-ins of a user need a page of users')
  const user = (await context.records())?.entities[0]
  if (user === undefined) throw new Error('there is no such user')
  return { userId: user._id, name: String(user.name), username: String(user.username) }
}
